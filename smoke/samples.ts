import { randomBytes } from 'node:crypto';
import { wavHeader } from './wav-header.ts';

/** A small file of a format that an engine reads, and how one knows what it became. */
export interface Sample {
  /** The engine that is tried with it. */
  readonly engine: string;
  readonly filename: string;
  readonly content: Buffer;
  readonly target: string;
  /** What is asked beside the target, field by field. @default nothing */
  readonly options?: Readonly<Record<string, string>>;
  /** What is wrong with a result, if anything is. */
  readonly fault: (result: Buffer) => string | undefined;
}

/** One sample for each engine. */
export const SAMPLES: readonly Sample[] = [
  { engine: 'sharp', filename: 'red.bmp', content: redBitmap(8), target: 'png', fault: isPng(8) },
  {
    engine: 'poppler',
    filename: 'words.pdf',
    content: wordsPdf('smoke test'),
    target: 'txt',
    fault: says('smoke test'),
  },
  {
    engine: 'qpdf',
    filename: 'words.pdf',
    content: wordsPdf('smoke test '.repeat(99)),
    target: 'pdf',
    fault: isRewritten,
  },
  { engine: 'ffmpeg', filename: 'tone.wav', content: toneWav(0.25), target: 'mp3', fault: isMp3 },
  {
    engine: 'chromium',
    filename: 'words.html',
    content: Buffer.from('<!doctype html><title>A smoke test</title><p>A smoke test.</p>'),
    target: 'pdf',
    fault: isPdf,
  },
  { engine: 'office', filename: 'words.txt', content: Buffer.from('A smoke test.\n'), target: 'pdf', fault: isPdf },
  {
    engine: 'bsdtar',
    filename: 'words.tar',
    content: tar('words.txt', Buffer.from('A smoke test.')),
    target: 'zip',
    fault: isZipOf('words.txt'),
  },
  {
    engine: 'comics',
    filename: 'page.cbt',
    content: tar('page.bmp', redBitmap(8)),
    target: 'pdf',
    fault: isPdfOfPicture,
  },
  {
    engine: 'djvulibre',
    filename: 'words.djvu',
    content: wordsDjvu('A smoke test.'),
    target: 'txt',
    fault: says('A smoke test.'),
  },
  {
    engine: 'ghostscript',
    filename: 'words.eps',
    content: Buffer.from(
      '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 20\n' +
        '/Helvetica findfont 9 scalefont setfont 5 5 moveto (A smoke test) show\n%%EOF\n',
    ),
    target: 'pdf',
    fault: isPdf,
  },
  {
    engine: 'fluidsynth',
    filename: 'note.mid',
    content: Buffer.from('4d546864000000060000000100604d54726b0000000c00903c6460803c0000ff2f00', 'hex'),
    target: 'mp3',
    fault: isMp3,
  },
  {
    engine: 'ezdxf',
    filename: 'line.dxf',
    content: Buffer.from('0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n10\n0\n20\n0\n11\n90\n21\n90\n0\nENDSEC\n0\nEOF\n'),
    target: 'pdf',
    fault: isPdf,
  },
  {
    engine: 'duckdb',
    filename: 'list.csv',
    content: Buffer.from('name,count\nsmoke,3\n'),
    target: 'json',
    fault: says('{"name":"smoke","count":3}'),
  },
  {
    engine: 'calc',
    filename: 'list.ndjson',
    content: Buffer.from('{"name":"smoke"}\n{"name":"test"}\n'),
    target: 'ods',
    fault: isZipOf('mimetype'),
  },
  {
    engine: 'pandoc',
    filename: 'words.org',
    content: Buffer.from('* A smoke test\n\n- one\n'),
    target: 'md',
    fault: says('# A smoke test\n\n- one'),
  },
  {
    engine: 'reflow',
    filename: 'words.pdf',
    content: wordsPdf('A smoke test'),
    target: 'md',
    fault: says('A smoke test'),
  },
  {
    engine: 'calibre',
    filename: 'words.md',
    content: Buffer.from('# A smoke test\n\nWords.\n'),
    target: 'azw3',
    fault: isKindleBook,
  },
  { engine: 'libraw', filename: 'grey.dng', content: greyDng(32), target: 'png', fault: isPng(32) },
  { engine: 'fontforge', filename: 'one.svg', content: oneGlyphFont(), target: 'woff', fault: isFontOf('glyf') },
  { engine: 'assimp', filename: 'one.off', content: triangleModel(), target: 'stl', fault: isTriangle },
  {
    engine: 'tesseract',
    filename: 'words.pdf',
    content: wordsPdf('A smoke test'),
    target: 'txt',
    options: { ocr: 'force', language: 'eng' },
    fault: says('A smoke test'),
  },
];

/** Beyond that API Gateway passes a result on at 2 MB a second, in bytes. */
const LARGE = 10 * 1024 * 1024;

/** A picture of noise, which nothing makes smaller: larger than what an event can carry, both ways. */
export function largeSample(): Sample {
  const [width, height] = [2000, 1800];
  const content = bitmap(width, height, randomBytes(width * height * 3));
  return { engine: 'sharp', filename: 'noise.bmp', content, target: 'png', fault: isLargePng(width, height) };
}

function says(words: string) {
  return (result: Buffer) => (result.includes(words) ? undefined : 'the words are not in it');
}

function isPng(width: number, height = width) {
  return (result: Buffer) =>
    result.toString('latin1', 1, 4) === 'PNG' && result.readUInt32BE(16) === width && result.readUInt32BE(20) === height
      ? undefined
      : `it is no PNG of ${width} by ${height} pixels`;
}

function isLargePng(width: number, height: number) {
  const isWhole = (result: Buffer) => result.length > LARGE && result.includes('IEND', result.length - 12);
  return (result: Buffer) => (isWhole(result) ? isPng(width, height)(result) : 'it is not all of the picture');
}

function isZipOf(name: string) {
  return (result: Buffer) =>
    result.readUInt32LE(0) === 0x04034b50 && result.toString('latin1', 30, 30 + name.length) === name
      ? undefined
      : `it is no zip of ${name}`;
}

/** A tag, or the first bits of a frame of layer 3. */
function isMp3(result: Buffer): string | undefined {
  const framed = result[0] === 0xff && ((result[1] ?? 0) & 0xe6) === 0xe2;
  return framed || result.toString('latin1', 0, 3) === 'ID3' ? undefined : 'it is no MP3';
}

function isPdf(result: Buffer): string | undefined {
  return /^%PDF-[\s\S]*\/Font[\s\S]*%%EOF\s*$/.test(result.toString('latin1')) ? undefined : 'it is no PDF with text';
}

/** A Palm database that says it is a book, with what is known of it. */
function isKindleBook(result: Buffer): string | undefined {
  return result.toString('latin1', 60, 68) === 'BOOKMOBI' && result.includes('EXTH')
    ? undefined
    : 'it is no Kindle book';
}

/** Its objects lie in compressed object streams, unlike those of the sample. */
function isRewritten(result: Buffer): string | undefined {
  return /^%PDF-[\s\S]*\/ObjStm[\s\S]*%%EOF\s*$/.test(result.toString('latin1'))
    ? undefined
    : 'it has no object streams';
}

function isPdfOfPicture(result: Buffer): string | undefined {
  return /^%PDF-[\s\S]*\/Image[\s\S]*%%EOF\s*$/.test(result.toString('latin1'))
    ? undefined
    : 'it is no PDF with a picture';
}

/** A font that lists such a table. */
function isFontOf(table: string) {
  return (result: Buffer) =>
    result.toString('latin1', 0, 4) === 'wOFF' && result.subarray(0, 1000).includes(table)
      ? undefined
      : 'it is no font';
}

function isTriangle(result: Buffer): string | undefined {
  return result.length === 134 && result.readUInt32LE(80) === 1 ? undefined : 'it is no model of one triangle';
}

/** A font with the letter A. */
function oneGlyphFont(): Buffer {
  const face = '<font-face font-family="Smoke" units-per-em="1000" ascent="800" descent="-200"/>';
  const glyph = '<glyph glyph-name="A" unicode="A" horiz-adv-x="600" d="M20 0L300 700L580 0z"/>';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg"><defs><font id="smoke" horiz-adv-x="500">${face}${glyph}</font></defs></svg>`,
  );
}

function triangleModel(): Buffer {
  return Buffer.from('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n');
}

/** A square in red. */
function redBitmap(side: number): Buffer {
  return bitmap(side, side, Buffer.alloc(side * side * 3, Buffer.from([0, 0, 255])));
}

/** A BMP of 24 bits a pixel, whose rows are multiples of four bytes. */
function bitmap(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 0);
  header.writeUInt32LE(header.length + pixels.length, 2);
  header.writeUInt32LE(header.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return Buffer.concat([header, pixels]);
}

/** A grey square as a DNG: TIFF with a Bayer mosaic, 16 bits a pixel. */
function greyDng(side: number): Buffer {
  const fields = [
    [254, 4, 0],
    [256, 4, side],
    [257, 4, side],
    [258, 3, 16],
    [259, 3, 1],
    [262, 3, 32_803],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, side],
    [279, 4, side * side * 2],
    [33_421, 3, 0x0002_0002, 2],
    [33_422, 1, 0x0201_0100, 4],
    [50_706, 1, 0x0000_0401, 4],
  ] as const;
  const pixels = Buffer.alloc(side * side * 2, 0x40);
  const directory = Buffer.alloc(2 + fields.length * 12 + 4);
  directory.writeUInt16LE(fields.length);
  fields.forEach(([tag, type, value, count = 1], index) => {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(header.length + pixels.length, 4);
  return Buffer.concat([header, pixels, directory]);
}

/** A page with a line of words. */
function wordsPdf(words: string): Buffer {
  const drawing = `BT /F 24 Tf 72 720 Td (${words}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const start = '%PDF-1.4\n';
  const positions = objects.map((_, index) => start.length + objects.slice(0, index).join('').length);
  const rows = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  const body = start + objects.join('');
  return Buffer.from(
    `${body}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

/** A tone, 8 bits, 8,000 times a second. */
function toneWav(seconds: number): Buffer {
  const rate = 8000;
  const sound = Buffer.from(Array.from({ length: rate * seconds }, (_, at) => 128 + 60 * Math.sin(at / 3)));
  return Buffer.concat([wavHeader({ rate, channels: 1, bits: 8 }, sound.length), sound]);
}

/** A tar archive of one file. */
function tar(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(4 * 512);
  bytes.write(name, 0);
  bytes.write('0000644', 100);
  bytes.write(content.length.toString(8).padStart(11, '0'), 124);
  bytes.write('        0', 148);
  bytes.write('ustar\x0000', 257);
  const checksum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${checksum.toString(8).padStart(6, '0')}\0`, 148);
  content.copy(bytes, 512);
  return bytes;
}

/** A blank page with words that can be found on it. */
function wordsDjvu(words: string): Buffer {
  const chunk = (id: string, content: Buffer) => {
    const header = Buffer.alloc(8);
    header.write(id);
    header.writeUInt32BE(content.length, 4);
    return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
  };
  const info = chunk('INFO', Buffer.from([0, 100, 0, 100, 24, 0, 100, 0, 22, 1]));
  // A version, and a zone: its type, its box (16 bits each, offset by 0x8000), its range of the text.
  const zone = Buffer.from([1, 1, 128, 0, 128, 0, 128, 100, 128, 100, 128, 0, 0, 0, words.length, 0, 0, 0]);
  const text = chunk('TXTa', Buffer.concat([Buffer.from([0, 0, words.length]), Buffer.from(words), zone]));
  return Buffer.concat([Buffer.from('AT&T'), chunk('FORM', Buffer.concat([Buffer.from('DJVU'), info, text]))]);
}
