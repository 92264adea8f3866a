import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { xlsx } from '../../test/documents/office-open-xml.ts';
import { contentTypes, relationships, XML, zip } from '../../test/documents/package.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog, and what it costs is told in the table below. ';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A report: on each page a heading, paragraphs with some of it bold, and a table. */
export function report(pages: number): Promise<Buffer> {
  const body = Array.from({ length: pages }, (_, index) => page(index + 1)).join(BREAK);
  return zip({
    '[Content_Types].xml': contentTypes({ '/word/document.xml': TYPE }),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `${XML}<w:document xmlns:w="${WORDS}"><w:body>${body}</w:body></w:document>`,
  });
}

const BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
const run = (text: string, style = '') => `<w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...runs: readonly string[]) => `<w:p>${runs.join('')}</w:p>`;
const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="2200" w:type="dxa"/></w:tcPr>${paragraph(run(text))}</w:tc>`;

function page(number: number): string {
  const texts = Array.from({ length: 5 }, () => paragraph(run(SENTENCE, '<w:b/>'), run(SENTENCE.repeat(4))));
  const rows = Array.from({ length: 8 }, (_, row) => {
    const cells = ['Item', 'Count', 'Price', 'Sum'].map((head, at) => cell(`${head} ${number * (row + 1) * (at + 3)}`));
    return `<w:tr>${cells.join('')}</w:tr>`;
  });
  const heading = paragraph(run(`Chapter ${number}`, '<w:b/><w:sz w:val="36"/>'));
  return `${heading}${texts.join('')}<w:tbl><w:tblPr><w:tblW w:w="8800" w:type="dxa"/></w:tblPr>${rows.join('')}</w:tbl>`;
}

/** The number of A4 in a workbook of Excel. */
const A4 = 9;

/** A sheet of so many rows: texts, numbers and sums. Without a size of paper each peer would take another. */
export function ledger(rows: number): Promise<Buffer> {
  const line = (row: number) => [
    `Item ${row}`,
    'Some words of what it is',
    row * 3,
    row / 7,
    { formula: `C${row}*D${row}` },
  ];
  return xlsx({ Ledger: Array.from({ length: rows }, (_, index) => line(index + 1)) }, A4);
}

/** What ten slides of a talk say. */
export const TALK = Array.from({ length: 10 }, (_, index) => `Slide ${index + 1}: ${SENTENCE}`);

const [WIDTH, HEIGHT] = [4000, 3000];
/** Noise from the coarse to the fine: shapes, texture, and the grain of the sensor. */
const DETAIL = [
  { side: 80, sigma: 45 },
  { side: 400, sigma: 30 },
  { side: 1600, sigma: 18 },
  { side: WIDTH, sigma: 8 },
];

/** A JPEG of 12 megapixels and about 2 MB with as much detail as a telephone's: smooth areas, texture, grain. */
export async function photo(): Promise<Buffer> {
  const layers = await Promise.all(
    DETAIL.map(async ({ side, sigma }) => ({ input: await grain(side, sigma), blend: 'overlay' as const })),
  );
  return sharp(await grain(16, 90))
    .composite(layers)
    .jpeg({ quality: 82 })
    .toBuffer();
}

function grain(side: number, sigma: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  const create = { width: side, height: Math.round(side * 0.75), channels: 3, background: '#808080', noise } as const;
  return sharp({ create }).resize(WIDTH, HEIGHT, { kernel: 'cubic' }).png({ compressionLevel: 0 }).toBuffer();
}

/** A PNG of 400 by 300 pixels. */
export async function smallPicture(): Promise<Buffer> {
  return sharp(await photo())
    .resize(400, 300)
    .blur(1)
    .png()
    .toBuffer();
}

/** The photo as a telephone writes it, by heif-enc. */
export function heicOf(jpeg: string, folder: string): Buffer {
  const path = join(folder, 'photo.heic');
  execFileSync('heif-enc', ['-q', '50', '-p', 'preset=veryfast', jpeg, '-o', path], { stdio: 'ignore' });
  return readFileSync(path);
}
