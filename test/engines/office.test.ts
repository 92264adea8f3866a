import { describe, expect, it, vi } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { SOURCES, type Source } from '../../functions/engines/office/families.ts';
import { office } from '../../functions/engines/office.ts';
import { DRAWN_TARGETS } from '../../functions/engines/poppler/pdf-targets.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { lookAt, textOf, textOfPdf } from '../documents/read-result.ts';
import { sampleOf, wordOf } from '../documents/sources.ts';
import { SCRIPTS } from '../documents/words.ts';
import { committed } from '../support/committed.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** Drawings of CorelDRAW have a test of their own: there are none with words. */
const sources = (Object.keys(SOURCES) as Source[]).filter((source) => source !== 'cdr');
const PAIRS = coveringPairs(office.conversions);

/** What pages become when they become pictures. */
const PICTURES: readonly FormatName[] = DRAWN_TARGETS;

const TABLES: readonly FormatName[] = ['csv', 'tsv'];

/** Texts, which are what they are called. */
const NAMED: readonly FormatName[] = ['md', 'json'];

const bare = (text: string) => text.replace(/\s/g, '');

describe('the office engine', () => {
  describe.each(sources)('%s', (source) => {
    it.each(PAIRS[source] ?? [])('is detected, and becomes %s', async (target) => {
      expect(await detectFormat(await sampleOf(source), `sample.${source}`)).toBe(source);
      const { format, file } = await convertWithOffice(await sampleOf(source), source, target, 'low');
      await expectWords(file, format, target, wordOf(source));
    });
  });

  it.each(['docx', 'xls', 'odp', 'html', 'txt', 'csv'] as const)(
    'keeps the scripts of the world in pdf: %s',
    async (source) => {
      const { file } = await convertWithOffice(await sampleOf(source), source, 'pdf');
      const text = bare(textOfPdf(file));
      for (const script of Object.values(SCRIPTS)) expect(text).toContain(bare(script));
    },
  );
});

async function expectWords(file: Buffer, format: FormatName, target: FormatName, word: string): Promise<void> {
  if (PICTURES.includes(target)) return expectPictures(file, format, target);
  // A workbook with more than one sheet becomes an archive of tables.
  expect([target, ...(TABLES.includes(target) ? ['zip'] : [])]).toContain(format);
  const tables = format === 'zip' ? [...unzip(file).values()].join('\n') : textOf(file, format);
  // Some fonts write small letters large.
  expect(bare(tables).toLowerCase()).toContain(word.toLowerCase());
  if (!TABLES.includes(target))
    expect(await detectFormat(file, NAMED.includes(target) ? `result.${target}` : 'result')).toBe(target);
}

async function expectPictures(file: Buffer, format: FormatName, target: FormatName): Promise<void> {
  const pictures = format === 'zip' ? [...unzip(file).values()] : [file];
  expect(pictures.length > 1).toBe(format === 'zip');
  for (const picture of pictures) {
    expect(await detectFormat(picture, 'result')).toBe(target);
    if (target === 'bmp') continue;
    const { width, height, blank } = await lookAt(picture);
    // A drawing is as large as its page, in points; others have 96 pixels to the inch, of 7 to 27 inches.
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(target === 'svg' ? 100 : 670);
    expect(Math.max(width, height)).toBeLessThanOrEqual(2600);
    expect(blank).toBe(false);
  }
}

vi.setConfig({ testTimeout: 300_000 });

/** What is lost on the way, as the table in docs/reference/formats.md says: a list for each target. */
interface Row {
  readonly sample: Buffer;
  readonly flat: FormatName;
  readonly sources: readonly FormatName[];
  /** All that is in the sample. */
  readonly words: readonly string[];
  readonly lost: Partial<Record<FormatName, readonly string[]>>;
}

const MARKUP = ['deletedword', 'headerword'];
const HIDDEN = ['hiddencolumn', 'hiddenrow'];
const VALUES = ['charttitle', 'commentword', 'shapeword'];

const ROWS: readonly Row[] = [
  {
    ...{ sample: committed('documents/files/marked.fodt'), flat: 'fodt', sources: ['docx', 'odt', 'doc', 'fodt'] },
    words: [
      ...['plainword', 'insertedword', 'deletedword', 'commentword', 'hiddenword', 'footnoteword', 'headerword'],
      ...['charttitle', 'boxword'],
    ],
    lost: {
      pdf: ['commentword', 'hiddenword'],
      // The chart is a picture there.
      html: ['charttitle', 'deletedword'],
      ...{ xhtml: MARKUP, txt: MARKUP, md: MARKUP, epub: MARKUP },
      ...{ docx: [], odt: [] },
    },
  },
  {
    ...{ sample: committed('documents/files/marked.fods'), flat: 'fods', sources: ['xlsx', 'ods', 'fods'] },
    words: ['cellword', ...VALUES, ...HIDDEN, 'hiddensheet'],
    lost: {
      pdf: ['commentword', ...HIDDEN, 'hiddensheet'],
      html: ['charttitle', 'shapeword', ...HIDDEN, 'hiddensheet'],
      ...{ csv: VALUES, json: VALUES },
      ...{ md: [], docx: [], xlsx: [], ods: [] },
      // LibreOffice writes no comments of sheets as one XML file.
      fods: ['commentword'],
    },
  },
  {
    ...{ sample: committed('documents/files/marked.fodp'), flat: 'fodp', sources: ['pptx', 'ppt', 'odp', 'fodp'] },
    words: ['slideword', 'notesword', 'hiddenslide', 'secondnotes', 'commentword', 'charttitle'],
    lost: {
      pdf: ['commentword', 'hiddenslide', 'notesword', 'secondnotes'],
      ...{ md: [], html: [], txt: [], docx: [], pptx: [], odp: [] },
    },
  },
];

/** All that the first source of a row becomes, and two targets of each other: LibreOffice reads both into the same document. */
const MARKED = ROWS.flatMap((row) =>
  row.sources.flatMap((source, at) => {
    const targets = (Object.keys(row.lost) as FormatName[]).filter((target) => target !== source);
    const tried = at === 0 || process.env.ALL_PAIRS ? targets : targets.slice(2 * at - 2, 2 * at);
    return tried.map((target) => ({ ...row, source, target }));
  }),
);

const samples = new Map<FormatName, Buffer>();

async function markedSample({ sample, flat }: Row, source: FormatName): Promise<Buffer> {
  const made = source === flat ? sample : samples.get(source);
  if (made) return made;
  const { file } = await convertWithOffice(sample, flat, source);
  samples.set(source, file);
  return file;
}

async function textAfter(file: Buffer, source: FormatName, target: FormatName) {
  const made = await convertBytes(chooseEngine(source, target), file, [source, target]);
  return made.format === 'zip'
    ? [...unzip(made.file)].map(([name, content]) => `${name} ${content}`).join('\n')
    : textOf(made.file, made.format);
}

describe('a document with more than its words', () => {
  it.each(MARKED)('loses from $source to $target only what the reference lists', async (pair) => {
    const text = await textAfter(await markedSample(pair, pair.source), pair.source, pair.target);
    const lost = pair.words.filter((word) => !text.includes(word));
    expect(lost.sort()).toEqual([...(pair.lost[pair.target] ?? [])].sort());
  });

  it.each(['docx', 'odt', 'doc'] as const)('has words for the rest in plain text, from %s', async (source) => {
    const [row] = ROWS;
    const text = await textAfter(await markedSample(row as Row, source), source, 'txt');
    expect(text).toMatch(/plainword insertedword and {1,2}rest/);
    expect(text).toContain('Comment by Ann: commentword');
    expect(text).toContain('[Chart: charttitle]');
  });

  it.each(['xlsx', 'ods'] as const)('shows the chart of %s in its page', async (source) => {
    const page = await textAfter(await markedSample(ROWS[1] as Row, source), source, 'html');
    expect(page).toContain('src="data:image/png;base64,');
    expect(page).not.toContain('src="result_html');
  });
});
