import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { expectRefused, failure } from '../support/failure.ts';
import { photo, plain } from '../support/pictures.ts';
import { serve } from '../support/serve.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { convert, fixture, quarters } from './quarters.ts';

const folder = temporaryFolder();

const save = saverIn(folder);
/** The pixels of what a picture becomes, by whatever engine reads it. */
async function pixelsOf(picture: Buffer, format: FormatName): Promise<Buffer> {
  const { file } = await convertBytes(chooseEngine(format, 'png'), picture, [format, 'png']);
  return sharp(file).raw().toBuffer();
}

/** A photo of 40 by 30 pixels: see the README beside it. */
const lines = (name: string) => readFileSync(fixture(`lines/${name}`));

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

describe('a truncated file', () => {
  const drawn = async (change: (image: Sharp) => Sharp) => change(sharp(await photo(200, 150))).toBuffer();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const files = [
    ...['runs.tga', 'plain.tga', 'runs.hdr', 'plain.hdr', 'runs.sgi', 'plain.sgi'].map((name) => `lines/${name}`),
    ...['made.qoi', 'made.pcx', 'made.dpx', 'plain.exr', 'zip.exr'].map((name) => `lines/${name}`),
    ...['arithmetic.jpg', 'bits-24.bmp', 'rle8.bmp', 'palette.ico'],
  ];
  const sources: [name: string, () => Buffer | Promise<Buffer>][] = [
    ...files.map((name): [string, () => Buffer] => [name, () => readFileSync(fixture(name))]),
    ['a photo.jpg', () => photo(200, 150)],
    ['progressive.jpg', () => drawn((image) => image.jpeg({ progressive: true }))],
    ['png', () => drawn((image) => image.png())],
    ['webp', () => drawn((image) => image.webp())],
    ['gif', () => drawn((image) => image.gif())],
    ['lzw.tiff', () => drawn((image) => image.tiff({ compression: 'lzw' }))],
    ['jpeg.tiff', () => drawn((image) => image.tiff({ compression: 'jpeg' }))],
    ['avif', () => drawn((image) => image.avif({ effort: 0 }))],
    ['svg', () => Buffer.from(drawing)],
  ];

  it.each(sources)('%s is whole or refused', async (name, make) => {
    const format = name.split('.').at(-1) as FormatName;
    const whole = await make();
    const pixels = await pixelsOf(whole, format);
    for (const cut of [Math.floor(whole.length * 0.95), Math.floor(whole.length * 0.2), 300, 30, 2, 1]) {
      const part = whole.subarray(0, Math.max(whole.length - cut, 1));
      const outcome = await pixelsOf(part, format).catch(({ code }: { code: string }) => code);
      if (typeof outcome === 'string') expect(outcome).toBe('UNREADABLE_FILE');
      else expect(outcome.equals(pixels), `${cut} bytes cut`).toBe(true);
    }
  });

  it('is refused because its header states more lines: QOI, and Targa with runs', async () => {
    const [qoi, tga] = [lines('made.qoi'), lines('runs.tga')];
    for (const height of [31, 60, 6000]) {
      qoi.writeUInt32BE(height, 8);
      tga.writeUInt16LE(height, 14);
      expect((await failure(pixelsOf(qoi, 'qoi'))).code, `${height}`).toBe('UNREADABLE_FILE');
      expect((await failure(pixelsOf(tga, 'tga'))).code, `${height}`).toBe('UNREADABLE_FILE');
    }
  });
});

describe('harmless faults of a JPEG', () => {
  const faults: Record<string, (jpeg: Buffer) => Buffer> = {
    'no end mark': (jpeg) => jpeg.subarray(0, jpeg.length - 2),
    'something after the end': (jpeg) => Buffer.concat([jpeg, Buffer.alloc(5000, 0xab)]),
    'junk between segments': (jpeg) => {
      const end = 4 + jpeg.readUInt16BE(4);
      return Buffer.concat([jpeg.subarray(0, end), Buffer.from([1, 2, 3]), jpeg.subarray(end)]);
    },
    'junk before the end mark': (jpeg) =>
      Buffer.concat([jpeg.subarray(0, jpeg.length - 2), Buffer.alloc(40, 7), END_OF_IMAGE]),
  };

  it.each(Object.entries(faults))('%s', async (_, spoil) => {
    for (const progressive of [false, true]) {
      const jpeg = await sharp(await photo(200, 150))
        .jpeg({ progressive })
        .toBuffer();
      expect((await pixelsOf(spoil(jpeg), 'jpg')).equals(await sharp(jpeg).raw().toBuffer())).toBe(true);
    }
  });

  it('lost data is no harmless fault, even with an end marker behind it', async () => {
    const jpeg = await photo(200, 150);
    for (const part of [0.3, 0.7, 0.98]) {
      const short = Buffer.concat([jpeg.subarray(0, Math.floor(jpeg.length * part)), END_OF_IMAGE]);
      expect((await failure(pixelsOf(short, 'jpg'))).code).toBe('UNREADABLE_FILE');
    }
  });
});

it('a TIFF with a truncated JPEG is refused, and not shown grey from there on', async () => {
  for (const target of ['png', 'bmp', 'ico', 'pdf'] as const)
    expect((await failure(convert(fixture('made/truncated-jpeg.tiff'), 'tiff', target))).code, target).toBe(
      'UNREADABLE_FILE',
    );
});

it('a JPEG that repeats its last step thousands of times is refused', async () => {
  const jpeg = await sharp(await plain('red', 4000, 4000))
    .jpeg({ progressive: true })
    .toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  const scans = (count: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: count }, () => scan), END_OF_IMAGE]);
  expect((await failure(pixelsOf(scans(2000), 'jpg'))).code).toBe('UNREADABLE_FILE');
  // Whatever stands behind its end is no step of it.
  expect((await pixelsOf(Buffer.concat([jpeg, scans(2000)]), 'jpg')).length).toBe(4000 * 4000 * 3);
});

describe('a small file that claims to be a huge picture is refused at once', () => {
  const entities = [...'bcdefghi'].map((name, i) => `<!ENTITY ${name} "${`&${'abcdefgh'[i]};`.repeat(10)}">`).join('');
  const doubling = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>`;

  it.each([
    ['png', fixture('made/60000-pixels.png'), 'jpg'],
    ['jpg', fixture('made/60000-pixels.jpg'), 'png'],
    ['bmp', fixture('made/60000-pixels.bmp'), 'png'],
    ['svg', save('huge.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>'), 'png'],
    ['svg', save('entities.svg', doubling), 'png'],
  ] as const)('%s (%#)', async (source, path, target) => {
    const started = performance.now();
    expect((await failure(convert(path, source, target))).code).toBe('TOO_COMPLEX');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

it('a picture that the target cannot hold gets a helpful message', async () => {
  const path = save('long.png', await plain('#fff', 17_000, 4));
  const { code, message } = await failure(convert(path, 'png', 'webp'));
  expect(code).toBe('TOO_COMPLEX');
  expect(message).toContain('16383 on a side');
});

describe('a drawing', () => {
  const svg = (body: string, attributes = 'width="64" height="64"', prolog = '') =>
    save(
      'drawing.svg',
      `${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" ${attributes}>${body}</svg>`,
    );
  const blank = async (path: string) => {
    const stats = await sharp((await convert(path, 'svg', 'png')).bytes).stats();
    return stats.channels.every(({ max }) => max === 0);
  };

  it('loads nothing from outside', async () => {
    const asked: string[] = [];
    const host = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const png = save('secret.png', await quarters(64, 64));
    const text = save('secret.txt', '<rect xmlns="http://www.w3.org/2000/svg" width="64" height="64" fill="red"/>');
    const whole = 'width="64" height="64"';
    expect(await blank(svg(`<image ${whole} href="file://${png}"/><image ${whole} xlink:href="${png}"/>`))).toBe(true);
    expect(await blank(svg(`<image ${whole} href="secret.png"/><image ${whole} href="../secret.png"/>`))).toBe(true);
    expect(await blank(svg(`<image ${whole} href="${host}/image.png"/><use href="${host}/use.svg#a"/>`))).toBe(true);
    expect(await blank(svg(`<style>@import url("${host}/style.css"); @import "file://${text}";</style>`))).toBe(true);
    expect(await blank(svg(`<xi:include href="${text}"/><xi:include href="file://${text}" parse="text"/>`))).toBe(true);
    const entity = svg('&secret;', whole, `<!DOCTYPE svg [<!ENTITY secret SYSTEM "file://${text}">]>`);
    // Either nothing of it is seen, or the drawing is refused.
    expect(await blank(entity).catch(({ code }) => code === 'UNREADABLE_FILE')).toBe(true);
    expect(asked).toEqual([]);
  });

  it.each([
    ['width="210mm" height="297mm"', [794, 1123]],
    ['width="40px" height="30px" viewBox="0 0 400 300"', [40, 30]],
    ['viewBox="0 0 120 80"', [120, 80]],
    ['width="60" viewBox="0 0 120 80"', [60, 40]],
  ])('%s has the size that browsers give it', async (attributes, size) => {
    const { bytes } = await convert(svg('<rect width="10" height="10"/>', attributes), 'svg', 'png');
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual(size);
  });

  it('renders text in the shipped fonts', async () => {
    const text = (family: string) => svg(`<text x="2" y="20" font-size="20" font-family="${family}">Wörd</text>`);
    const drawn = async (family: string) => (await pixelsOf(readFileSync(text(family)), 'svg')).toString('base64');
    const seen = new Set<string>();
    for (const [ours, ...asked] of [
      ['Liberation Sans', 'Arial', "'Helvetica Neue', Arial", 'sans-serif', 'system-ui'],
      ['Liberation Serif', 'Times New Roman', 'serif'],
      ['Liberation Mono', 'Courier New', 'monospace'],
      ['DejaVu Sans', 'Verdana'],
    ]) {
      const pixels = await drawn(ours ?? '');
      seen.add(pixels);
      for (const name of asked) expect((await drawn(name)) === pixels, name).toBe(true);
    }
    expect(seen.size).toBe(4);
  });
});

/** The checksum of the last part is wrong, whatever that part is for. */
it.each([
  ['documents/files/sample.docx', 'docx', 'md'],
  ['documents/files/sample.xlsx', 'xlsx', 'csv'],
  ['documents/files/sample.odt', 'odt', 'pdf'],
  ['documents/files/apple.pages', 'pages', 'pdf'],
  ['ebooks/files/book.epub', 'epub', 'html'],
  ['ebooks/files/book.epub', 'epub', 'mobi'],
  ['models/files/box.3mf', '3mf', 'stl'],
] as const)('a part of %s that does not match its checksum is noticed (%s to %s)', async (name, source, target) => {
  const file = Buffer.from(committed(name));
  const at = file.lastIndexOf('PK\x01\x02') + 16;
  file.writeUInt8(file.readUInt8(at) ^ 1, at);
  await expectRefused(
    convertBytes(chooseEngine(source, target), file, [source, target]),
    'UNREADABLE_FILE',
    'does not match its checksum',
  );
});

it.each([
  ['documents/files/sample.pptx', 'ppt/slides/slide1.xml', 'pptx', 'pdf'],
  ['documents/files/sample.xlsx', 'xl/worksheets/sheet1.xml', 'xlsx', 'ods'],
  ['documents/files/sample.vsdx', 'visio/pages/page1.xml', 'vsdx', 'svg'],
  ['documents/files/sample.odt', 'content.xml', 'odt', 'md'],
  ['ebooks/files/book.epub', 'OPS/c1.xhtml', 'epub', 'html'],
] as const)('%s is refused where %s is cut off or missing', async (name, part, source, target) => {
  const parts = unzip(committed(name));
  const whole = parts.get(part) ?? Buffer.alloc(0);
  for (const length of [0, whole.length / 2, whole.length - 12, undefined]) {
    if (length === undefined) parts.delete(part);
    else parts.set(part, whole.subarray(0, length));
    const file = await zip(Object.fromEntries(parts));
    await expectRefused(
      convertBytes(chooseEngine(source, target), file, [source, target]),
      'UNREADABLE_FILE',
      'is missing, cut off',
    );
  }
});
