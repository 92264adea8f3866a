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
  { engine: 'office', filename: 'words.txt', content: Buffer.from('A smoke test.\n'), target: 'pdf', fault: isPdf },
  {
    engine: 'bsdtar',
    filename: 'words.tar',
    content: wordsTar('words.txt', 'A smoke test.'),
    target: 'zip',
    fault: isZipOf('words.txt'),
  },
  {
    engine: 'duckdb',
    filename: 'list.csv',
    content: Buffer.from('name,count\nsmoke,3\n'),
    target: 'json',
    fault: says('{"name":"smoke","count":3}'),
  },
  {
    engine: 'pandoc',
    filename: 'words.org',
    content: Buffer.from('* A smoke test\n\n- one\n'),
    target: 'md',
    fault: says('# A smoke test\n\n- one'),
  },
  {
    engine: 'tesseract',
    filename: 'words.pdf',
    content: wordsPdf('A smoke test'),
    target: 'txt',
    options: { ocr: 'force', language: 'eng' },
    fault: says('A smoke test'),
  },
];

function says(words: string) {
  return (result: Buffer) => (result.includes(words) ? undefined : 'the words are not in it');
}

function isPng(side: number) {
  return (result: Buffer) =>
    result.toString('latin1', 1, 4) === 'PNG' && result.readUInt32BE(16) === side && result.readUInt32BE(20) === side
      ? undefined
      : `it is no PNG of ${side} by ${side} pixels`;
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

/** Its objects are packed, other than those of the sample. */
function isRewritten(result: Buffer): string | undefined {
  return /^%PDF-[\s\S]*\/ObjStm[\s\S]*%%EOF\s*$/.test(result.toString('latin1')) ? undefined : 'it is no packed PDF';
}

/** A square in red, 24 bits a pixel. */
function redBitmap(side: number): Buffer {
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 2; at < pixels.length; at += 3) pixels[at] = 255;
  const head = Buffer.alloc(54);
  head.write('BM', 0);
  head.writeUInt32LE(head.length + pixels.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(side, 18);
  head.writeInt32LE(side, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, pixels]);
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
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

/** A tape archive of one file. */
function wordsTar(name: string, words: string): Buffer {
  const bytes = Buffer.alloc(4 * 512);
  bytes.write(name, 0);
  bytes.write('0000644', 100);
  bytes.write(words.length.toString(8).padStart(11, '0'), 124);
  bytes.write('        0', 148);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  bytes.write(words, 512);
  return bytes;
}
