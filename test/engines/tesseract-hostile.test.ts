import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { paragraphLines } from '../../functions/engines/tesseract/build-paragraphs.ts';
import { readLines } from '../../functions/engines/tesseract/read-lines.ts';
import { markdownOf } from '../../functions/engines/tesseract/write-markdown.ts';
import { fixture } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle } from '../pdfs/hand-written.ts';
import { convertScan } from '../scans/convert-scan.ts';
import { pagesOf, scanned } from '../scans/pages.ts';
import { codeOf } from '../support/failure.ts';
import { plain } from '../support/pictures.ts';

let scan: Buffer;
beforeAll(async () => {
  scan = await scanned('eng');
});

const ofPdf = (pdf: Buffer, options = {}) => codeOf(convertScan(pdf, ['pdf', 'txt'], { options }));
const blank = (width: number, height: number) => ({ width, height, content: rectangle('1 0 0', 0, 0, 50, 50) });

describe('a file with a false header', () => {
  it('is refused, where the whole one is read', async () => {
    const pdf = await pagesOf(scan);
    expect(await ofPdf(pdf)).toBe('none');
    expect(await ofPdf(pdf.subarray(0, pdf.length / 2))).toBe('UNREADABLE_FILE');
    expect(await ofPdf(randomBytes(5000))).toBe('UNREADABLE_FILE');
    const half = convertScan(scan.subarray(0, scan.length / 2), ['jpg', 'txt']);
    expect(await codeOf(half)).toBe('UNREADABLE_FILE');
  });

  it('is refused where a password is missing', async () => {
    expect(await ofPdf(fixture('locked.pdf'))).toBe('PASSWORD_PROTECTED');
  });
});

describe('a file beyond the limits', () => {
  it('is refused before anything is rendered', async () => {
    const pages = (count: number) => handWritten(Array.from({ length: count }, () => blank(72, 72)));
    expect(await ofPdf(pages(201))).toBe('TOO_COMPLEX');
    expect(await ofPdf(pages(201), { pages: '1-2' })).toBe('UNREADABLE_FILE');
  });

  it('is refused in a picture of too many pixels', async () => {
    const huge = await plain('#fff', 12_000, 10_000);
    expect(await codeOf(convertScan(huge, ['png', 'txt']))).toBe('TOO_COMPLEX');
  });
});

describe('the output of tesseract', () => {
  const row = (...cells: (string | number)[]) => cells.join('\t');
  const megabyte = (token: string) => token.repeat(Math.ceil(1_000_000 / token.length));

  it('is read in the time that its length takes, whatever it is', () => {
    const table = [row(4, 1, 1, 1, 1, 0, 0, 0, 9, 9, -1, ''), row(5, 1, 1, 1, 1, 1, 0, 0, 9, 9, 90, 'Word')].join('\n');
    const lines = (text: string) => paragraphLines(readLines(text, table)).map(([line]) => line?.text);
    expect(lines('A word')).toEqual(['A word']);
    for (const token of ['\t', '\n', '5\t', `${table}\n`, '"'])
      expect(Array.isArray(paragraphLines(readLines(megabyte(token), megabyte(token))))).toBe(true);
  });

  it.each(['&', '#', '&#', '1', '-', '[', '\\', ' ', '&a', '`'])('is escaped in that time: %s', (token) => {
    expect(markdownOf([[megabyte(token)]]).length).toBeGreaterThanOrEqual(1);
  });

  it('is escaped in Markdown', () => {
    const said = ['# No heading', '1. no list', '- none', '*no* <b>, [a](b) `c` & &amp; ~d~ | 2_3'];
    expect(markdownOf(said.map((line) => [line]))).toBe(
      '\\# No heading\n\n1\\. no list\n\n\\- none\n\n\\*no\\* \\<b\\>, \\[a\\](b) \\`c\\` & \\&amp; \\~d\\~ \\| 2\\_3',
    );
  });
});
