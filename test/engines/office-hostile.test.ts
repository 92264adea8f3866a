import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import type { Source } from '../../functions/engines/office/families.ts';
import { office } from '../../functions/engines/office.ts';
import { convertWithOffice, failureOf } from '../documents/convert-with-office.ts';
import { docx, docxOf, xlsx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument } from '../documents/open-document.ts';
import { picturesOfPdf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { sampleOf } from '../documents/sources.ts';
import { WORD } from '../documents/words.ts';
import { committed } from '../support/committed.ts';
import { briefly, stopEngines } from '../support/engine.ts';
import { codeOf, failure } from '../support/failure.ts';
import { seededRandom } from '../support/random.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';

/** Packages (one of each kind), compound files, and files of one piece. */
const PACKAGES = ['docx', 'xlsx', 'pptx', 'odt', 'vsdx', 'xlsb', 'sxw', 'doc', 'xls', 'ppt'] as const;
const SINGLE = ['fodt', 'fods', 'abw', 'fb2', 'rtf', 'wmf', 'emf', 'slk', 'dif', 'wk1'] as const;

describe('a locked file', () => {
  it.each(['docx', 'xlsx', 'odt', 'doc', 'xls', 'ppt', 'pages'] as const)('%s is told to be locked', async (format) => {
    const source = committed(`documents/files/locked.${format === 'xlsx' ? 'docx' : format}`);
    expect(await detectFormat(source, `locked.${format}`)).toBe(format);
    expect(await failureOf(source, format)).toBe('PASSWORD_PROTECTED');
  });

  it('of slides is told to be locked by its last edit, where its user is not said to be', async () => {
    const source = Buffer.from(committed('documents/files/locked.ppt'));
    source.writeUInt32LE(0xe391c05f, source.indexOf('dfc4d1f3', 0, 'hex'));
    expect(await failureOf(source, 'ppt')).toBe('UNREADABLE_FILE');
    source.write('0000f50f20000000', source.indexOf(Buffer.alloc(64, 9)), 'hex');
    expect(await failureOf(source, 'ppt')).toBe('PASSWORD_PROTECTED');
  });
});

describe('a damaged file', () => {
  it.each([...PACKAGES, ...SINGLE])('%s that is cut off is refused', async (format) => {
    const whole = await sampleOf(format);
    expect(await failureOf(whole.subarray(0, Math.floor(whole.length * 0.8)), format)).toBe('UNREADABLE_FILE');
  });

  it.each(['docx', 'ods', 'sxw', 'doc'] as const)(
    '%s with noise in it is refused, and the next is converted',
    async (format) => {
      const random = seededRandom(7);
      const file = Buffer.from(await sampleOf(format));
      // What tells the kind of a file is left as it is, so that it is opened as that.
      for (let at = 16; at < file.length; at++) if (random() < 0.1) file[at] = Math.floor(random() * 256);
      expect(await failureOf(file, format)).toBe('UNREADABLE_FILE');
      expect(textOfPdf((await convertWithOffice(await sampleOf('odt'), 'odt', 'pdf')).file)).toContain(WORD);
    },
  );
});

it('a font in a document, under the name of another, does not set the documents of others', { retry: 0 }, async () => {
  const DIGITS = '1111111111';
  const widthOf = async (source: Buffer, format: 'docx' | 'fodt') => {
    const [word] = wordsOfPdf((await convertWithOffice(source, format, 'pdf')).file);
    return Math.round((word?.right ?? 0) - (word?.left ?? 0));
  };
  const others = await docxOf(`<w:p><w:r><w:rPr><w:rFonts w:ascii="Arial"/></w:rPr><w:t>${DIGITS}</w:t></w:r></w:p>`);
  const font = readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')));
  const face = `<office:font-face-decls><style:font-face style:name="F" svg:font-family="Arial"><svg:font-face-src><svg:font-face-uri><office:binary-data>${font.toString('base64')}</office:binary-data><svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src></style:font-face></office:font-face-decls>`;
  const style = `<office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:text-properties style:font-name="F"/></style:style></office:automatic-styles>`;
  const flat = flatOpenDocument('text', `<text:p text:style-name="P">${DIGITS}</text:p>`).toString();
  const hostile = Buffer.from(flat.replace('<office:body>', `${face}${style}<office:body>`));
  const width = await widthOf(others, 'docx');
  expect(await widthOf(hostile, 'fodt')).toBeGreaterThan(width);
  for (let again = 0; again < 3; again++) expect(await widthOf(others, 'docx')).toBe(width);
});

it('a metafile with a damaged record, or a last one that is cut off, is refused, and not drawn up to there', async () => {
  const file = Buffer.from(await sampleOf('emf'));
  expect(await failureOf(file.subarray(0, -3), 'emf')).toBe('UNREADABLE_FILE');
  const second = file.readUInt32LE(4);
  file.writeUInt32LE(0xffff_0000, second + 4);
  expect(await failureOf(file, 'emf')).toBe('UNREADABLE_FILE');
});

it('a workbook of which LibreOffice reads only bytes is refused, and not a table of these bytes', async () => {
  const file = Buffer.from(await sampleOf('xls'));
  file.writeUInt32LE(0xfffffffa, 60); // a first sector of small streams that there cannot be
  expect(await codeOf(convertWithOffice(file, 'xls', 'csv'))).toBe('UNREADABLE_FILE');
});

describe('what a document links to', () => {
  let requests = 0;
  let origin = '';
  const secret = join(temporaryFolder(), 'secret.txt');

  beforeAll(async () => {
    writeFileSync(secret, 'Geheimnis');
    origin = await serve((_, response) => {
      requests++;
      response.end('Geheimnis');
    });
  });

  const places = () => [`${origin}/picture.png`, `${origin}/text.txt`, `file://${secret}`];
  const section = (place: string) =>
    `<text:section text:name="s"><text:section-source xlink:type="simple" xlink:href="${place}"/><text:p>x</text:p></text:section>`;
  const image = (place: string) =>
    `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:type="simple" xlink:href="${place}"/></draw:frame></text:p>`;
  const cell = (formula: string) =>
    `<table:table table:name="S"><table:table-row><table:table-cell table:formula="of:=${formula}"/></table:table-row></table:table>`;

  const sources: Readonly<Partial<Record<Source, (place: string) => Buffer | Promise<Buffer>>>> = {
    docx: (place) => docx([WORD], { link: place }),
    odt: (place) => openDocument('text', `<text:p>${WORD}</text:p>${section(place)}${image(place)}`),
    fods: (place) =>
      flatOpenDocument('spreadsheet', cell(`WEBSERVICE(&quot;${place}&quot;)`) + cell(`&apos;${place}&apos;#$S.A1`)),
    html: (place) =>
      Buffer.from(
        `<link rel="stylesheet" href="${place}"><img src="${place}"><iframe src="${place}"></iframe><p>${WORD}</p>`,
      ),
    rtf: (place) =>
      Buffer.from(
        `{\\rtf1 ${WORD}{\\field{\\*\\fldinst INCLUDEPICTURE "${place}"}{\\fldrslt }}{\\field{\\*\\fldinst INCLUDETEXT "${place}"}{\\fldrslt }}}`,
      ),
  };

  it('could be fetched', async () => {
    for (const place of places().slice(0, 2)) expect(await (await fetch(place)).text()).toBe('Geheimnis');
    expect(requests).toBe(2);
  });

  it.each(Object.keys(sources) as Source[])('is not fetched for %s', async (format) => {
    for (const place of places()) {
      const source = (await sources[format]?.(place)) ?? Buffer.alloc(0);
      const texts = source.toString('latin1', 0, 2) === 'PK' ? [...unzip(source).values()] : [source];
      expect(texts.join('\n')).toContain(place);
      requests = 0;
      const { file } = await convertWithOffice(source, format, 'pdf');
      expect(textOfPdf(file)).not.toContain('Geheimnis');
      // A frame in a page leaves an icon.
      if (format !== 'html') expect(picturesOfPdf(file)).toHaveLength(0);
      expect(requests).toBe(0);
    }
  });
});

describe('LibreOffice', () => {
  const parentOf = (id: string) => /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '0';
  const isOurs = (id: string): boolean => id === `${process.pid}` || (id !== '0' && isOurs(parentOf(id)));
  /** Every LibreOffice that was started by us, through a jail and a host. */
  const processes = () =>
    readdirSync('/proc').filter((id) => {
      try {
        return /^ld-linux/m.test(readFileSync(`/proc/${id}/comm`, 'utf8')) && isOurs(id);
      } catch {
        return false;
      }
    });

  it('is restarted when it is killed, also in the middle of a job', async () => {
    const file = await sampleOf('docx');
    const jobs = Array.from({ length: 6 }, () => convertWithOffice(file, 'docx', 'pdf'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(processes().length).toBeGreaterThanOrEqual(1);
    for (const id of processes()) execFileSync('kill', ['-9', id]);
    for (const { file: pdf } of await Promise.all(jobs)) expect(textOfPdf(pdf)).toContain(WORD);
  });

  it('leaves no process behind when it is stopped', async () => {
    await convertWithOffice(await sampleOf('odt'), 'odt', 'pdf');
    await stopEngines();
    await expect.poll(processes, { timeout: 20_000 }).toEqual([]);
  });
});

/** What is said where LibreOffice has tried, and was ended. */
const TAKEN = /more memory, space or time than one conversion may use/;

describe('what would take LibreOffice too long', () => {
  const sample = (name: string) => committed(`documents/files/${name}`);

  it.each([
    ['a million lines', () => Buffer.from('line of text\n'.repeat(1_000_000)), 'txt', 'pdf'],
    ['a far cell', () => sample('far-cell.xlsx'), 'xlsx', 'csv'],
    ['a repeated cell', () => sample('repeated-cells.ods'), 'ods', 'csv'],
    ['more rows than a sheet has', () => Buffer.from('a,b\n'.repeat(1_100_000)), 'csv', 'xlsx'],
    ['more columns than a sheet has', () => Buffer.from(`${','.repeat(3_000_000)}\n`), 'csv', 'pdf'],
    ['more rows than pages have', () => Buffer.from('a,b\n'.repeat(400_000)), 'csv', 'pdf'],
    ['rows and columns of too many pages', () => Buffer.from(`${'1,'.repeat(16_000)}\n`.repeat(500)), 'csv', 'png'],
    ['cells that are merged over a whole sheet', () => sample('merged-sheet.xlsx'), 'xlsx', 'pdf'],
  ] as const)('is told early: %s', async (_, make, source, target) => {
    const { code, message } = await failure(convertWithOffice(await make(), source, target));
    expect(code).toBe('TOO_COMPLEX');
    expect(message).not.toMatch(TAKEN);
  });

  it.each([
    ['a cell at the end of a sheet', () => sample('last-row.xlsx'), 'xlsx', 'pdf'],
    ['a far cell, where the target is a workbook', () => sample('far-cell.xlsx'), 'xlsx', 'ods'],
    ['a line of 40,000 words in two directions', () => Buffer.from('\u05d0 ('.repeat(40_000)), 'txt', 'pdf'],
    ['merged cells of a column', () => sample('merged-column.xlsx'), 'xlsx', 'csv'],
  ] as const)('is nothing else: %s', async (_, make, source, target) => {
    expect(await codeOf(convertWithOffice(await make(), source, target))).toBe('none');
  });
});

it('a workbook whose formulas double a text is too complex, and no fault of ours', { timeout: 300_000 }, async () => {
  const doubled = Array.from({ length: 60 }, (_, row) => [{ formula: `A${row + 1}&amp;A${row + 1}` }]);
  const workbook = await xlsx({ A: [['aaaaaaaa'], ...doubled] });
  const convert = (source: Buffer) => convertWithOffice(source, 'xlsx', 'pdf', 'medium', {}, briefly(office, 20));
  await expect(convert(workbook)).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
  expect((await convert(await xlsx({ A: [['a']] }))).format).toBe('pdf');
});
