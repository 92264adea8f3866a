import { describe, expect, it, vi } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { textOf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { unzip } from '../support/unzip.ts';

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
const PAIRS = ROWS.flatMap((row) =>
  row.sources.flatMap((source, at) => {
    const targets = (Object.keys(row.lost) as FormatName[]).filter((target) => target !== source);
    const tried = at === 0 || process.env.ALL_PAIRS ? targets : targets.slice(2 * at - 2, 2 * at);
    return tried.map((target) => ({ ...row, source, target }));
  }),
);

const samples = new Map<FormatName, Buffer>();

async function sampleOf({ sample, flat }: Row, source: FormatName): Promise<Buffer> {
  const made = source === flat ? sample : samples.get(source);
  if (made) return made;
  const { file } = await convertWithOffice(sample, flat, source);
  samples.set(source, file);
  return file;
}

async function convert(file: Buffer, source: FormatName, target: FormatName) {
  const engine = chooseEngine(source, target);
  if (!engine) throw new Error(`no engine from ${source} to ${target}`);
  const made = await convertWithOffice(file, source, target, 'medium', {}, engine);
  return made.format === 'zip'
    ? [...unzip(made.file)].map(([name, content]) => `${name} ${content}`).join('\n')
    : textOf(made.file, made.format);
}

describe('a document with more than its words', () => {
  it.each(PAIRS)('loses from $source to $target only what the reference lists', async (pair) => {
    const text = await convert(await sampleOf(pair, pair.source), pair.source, pair.target);
    expect(pair.words.filter((word) => !text.includes(word)).sort()).toEqual(
      [...(pair.lost[pair.target] ?? [])].sort(),
    );
  });

  it.each(['docx', 'odt', 'doc'] as const)('has words for the rest in plain text, from %s', async (source) => {
    const [row] = ROWS;
    const text = await convert(await sampleOf(row as Row, source), source, 'txt');
    expect(text).toMatch(/plainword insertedword and {1,2}rest/);
    expect(text).toContain('Comment by Ann: commentword');
    expect(text).toContain('[Chart: charttitle]');
  });

  it.each(['xlsx', 'ods'] as const)('shows the chart of %s in its page', async (source) => {
    const page = await convert(await sampleOf(ROWS[1] as Row, source), source, 'html');
    expect(page).toContain('src="data:image/png;base64,');
    expect(page).not.toContain('src="result_html');
  });
});
