import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { epub } from '../documents/epub.ts';
import { docx, xlsx } from '../documents/office-open-xml.ts';
import { zip } from '../documents/package.ts';
import { WORD } from '../documents/words.ts';
import { xps } from '../drawings/xps-file.ts';
import { midi } from '../media/midi.ts';
import { pagesOf } from '../scans/pages.ts';
import { committed } from '../support/committed.ts';
import { photo } from '../support/pictures.ts';
import { wav } from '../support/sound.ts';
import type { SentFile } from './account/client.ts';

const DEJAVU = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** The word, drawn black on white. */
async function drawn(): Promise<Buffer> {
  const mask = sharp({ text: { text: WORD, fontfile: DEJAVU, font: 'DejaVu Sans 20', dpi: 300 } });
  const [word, margin] = [await mask.negate().png().toBuffer(), 200];
  const around = { top: margin, bottom: margin, left: margin, right: margin, background: '#fff' };
  return sharp(word).extend(around).withDensity(300).jpeg().toBuffer();
}

const png = () => photo(160, 120).then((picture) => sharp(picture).png().toBuffer());

export const SAMPLES = {
  'photo.png': png,
  'photo.heic': async () => committed('pictures/quarters.heic'),
  'photo.dng': async () => committed('raw/files/described.dng'),
  'sound.wav': async () => wav(200_000),
  'pages.pdf': async () => committed('pdfs/office.pdf'),
  'letter.docx': () => docx([WORD]),
  'table.xlsx': () => xlsx({ First: [[WORD, 3]] }),
  'list.csv': async () => Buffer.from(`name,count\n${WORD},3\n`),
  // Written by its script: only a browser has it.
  'page.html': async () => Buffer.from(`<p id="p"></p><script>p.append('${WORD}')</script>`),
  'files.zip': () => zip({ 'folder/notes.txt': WORD }),
  'comic.cbz': async () => zip({ '1.png': await png() }),
  'book.djvu': async () => committed('books/files/book.djvu'),
  'page.xps': () => xps([WORD]),
  'square.eps': async () => Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 9 9 rectfill\n%%EOF\n'),
  'plan.dxf': async () => committed('drawings/files/squares.dxf'),
  'song.mid': async () => midi([60, 64, 67]),
  'book.azw3': async () => committed('books/files/plain.azw3'),
  'made.ttf': async () => committed('fonts/files/made.ttf'),
  'boxes.glb': async () => committed('models/files/boxes.glb'),
  'book.epub': () => epub([`<h1>${WORD}</h1>`]),
  'sign.jpg': drawn,
  'scan.pdf': async () => pagesOf(await drawn()),
} as const satisfies Readonly<Record<string, () => Promise<Buffer>>>;

/** Files that no engine can read, or may. */
export const BROKEN = {
  'cut.png': async () => (await png()).subarray(0, 120),
  'locked.pdf': async () => committed('pdfs/locked.pdf'),
  'cut.docx': async () =>
    Buffer.from((await SAMPLES['letter.docx']()).toString('latin1').replaceAll('PK\u0001\u0002', 'XXXX'), 'latin1'),
} as const satisfies Readonly<Record<string, () => Promise<Buffer>>>;

export async function sample(name: keyof typeof SAMPLES | keyof typeof BROKEN): Promise<SentFile> {
  return { name, content: await { ...SAMPLES, ...BROKEN }[name]() };
}
