import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { failure } from '../support/failure.ts';
import { photo, plain } from '../support/pictures.ts';
import { serve } from '../support/serve.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { convert, decode, fixture, quarters } from './quarters.ts';

const folder = temporaryFolder();

const save = saverIn(folder);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

describe('a truncated file', () => {
  const drawn = async (change: (image: Sharp) => Sharp) => change(sharp(await photo(200, 150))).toBuffer();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const sources: [FormatName, () => Buffer | Promise<Buffer>][] = [
    ['jpg', () => photo(200, 150)],
    ['jpg', () => drawn((image) => image.jpeg({ progressive: true }))],
    ['jpg', () => readFileSync(fixture('arithmetic.jpg'))],
    ['png', () => drawn((image) => image.png())],
    ['webp', () => drawn((image) => image.webp())],
    ['gif', () => drawn((image) => image.gif())],
    ['tiff', () => drawn((image) => image.tiff({ compression: 'lzw' }))],
    ['tiff', () => drawn((image) => image.tiff({ compression: 'jpeg' }))],
    ['avif', () => drawn((image) => image.avif({ effort: 0 }))],
    ['heic', () => readFileSync(fixture('quarters.heic'))],
    ['bmp', () => readFileSync(fixture('bits-24.bmp'))],
    ['bmp', () => readFileSync(fixture('rle8.bmp'))],
    ['ico', () => readFileSync(fixture('palette.ico'))],
    ['svg', () => Buffer.from(drawing)],
  ];

  it.each(sources.map(([format, make], index) => ({ format, make, index })))(
    '$format ($index) is whole or refused',
    async ({ format, make, index }) => {
      const whole = await make();
      const path = save(`whole-${index}`, whole);
      const pixels = await sharp((await convert(path, format, 'png')).bytes)
        .raw()
        .toBuffer();
      const cuts = [...[0.05, 0.8].map((part) => Math.floor(whole.length * (1 - part))), 300, 2, 1];
      for (const cut of cuts) {
        const part = whole.subarray(0, Math.max(whole.length - cut, 1));
        const outcome = await convert(save(`cut-${index}`, part), format, 'png').catch(
          (error: { code: string }) => error,
        );
        if ('code' in outcome) expect(outcome.code).toBe('UNREADABLE_FILE');
        else expect((await sharp(outcome.bytes).raw().toBuffer()).equals(pixels), `${cut} bytes cut`).toBe(true);
      }
    },
  );
});

describe('harmless faults of a JPEG', () => {
  const faults: Record<string, (jpeg: Buffer) => Buffer> = {
    'no end mark': (jpeg) => jpeg.subarray(0, jpeg.length - 2),
    'something after the end': (jpeg) => Buffer.concat([jpeg, Buffer.alloc(5000, 0xab)]),
    'another picture after the end': (jpeg) => Buffer.concat([jpeg, jpeg]),
    'junk between segments': (jpeg) => {
      const end = 4 + jpeg.readUInt16BE(4);
      return Buffer.concat([jpeg.subarray(0, end), Buffer.from([1, 2, 3]), jpeg.subarray(end)]);
    },
    'junk before the end mark': (jpeg) =>
      Buffer.concat([jpeg.subarray(0, jpeg.length - 2), Buffer.alloc(40, 7), END_OF_IMAGE]),
  };

  it.each(Object.keys(faults))('%s', async (fault) => {
    for (const progressive of [false, true]) {
      const jpeg = await sharp(await photo(200, 150))
        .jpeg({ progressive })
        .toBuffer();
      const faulty = faults[fault]?.(jpeg) ?? jpeg;
      const { bytes } = await convert(save('faulty.jpg', faulty), 'jpg', 'png');
      expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(jpeg).raw().toBuffer())).toBe(true);
    }
  });

  it('lost data is no harmless fault, even with an end marker behind it', async () => {
    const jpeg = await photo(200, 150);
    for (const part of [0.3, 0.7, 0.98]) {
      const short = Buffer.concat([jpeg.subarray(0, Math.floor(jpeg.length * part)), END_OF_IMAGE]);
      expect((await failure(convert(save('short.jpg', short), 'jpg', 'png'))).code).toBe('UNREADABLE_FILE');
    }
  });
});

it('a TIFF with a truncated JPEG is refused, and not shown grey from there on', async () => {
  const tiff = await sharp(await photo(200, 150))
    .tiff({ compression: 'jpeg' })
    .toBuffer();
  const whole = await convert(save('jpeg.tiff', tiff), 'tiff', 'png');
  expect(whole.format).toBe('png');
  // Marks of an end in the middle of the pixels.
  const scan = tiff.indexOf(Buffer.from([0xff, 0xda]));
  tiff.fill(END_OF_IMAGE, scan + 1000, scan + 1400);
  for (const target of ['png', 'bmp', 'ico', 'pdf'] as const)
    expect((await failure(convert(save('grey.tiff', tiff), 'tiff', target))).code, target).toBe('UNREADABLE_FILE');
});

it('a JPEG that repeats its last step thousands of times is refused', async () => {
  const picture = sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'red' } });
  const jpeg = await picture.jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  const scans = (count: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: count }, () => scan), END_OF_IMAGE]);
  const many = save('scans.jpg', scans(2000));
  expect((await failure(convert(many, 'jpg', 'png'))).code).toBe('UNREADABLE_FILE');
  // Whatever stands behind its end is no step of it.
  const followed = save('followed.jpg', Buffer.concat([jpeg, scans(2000)]));
  expect((await convert(followed, 'jpg', 'png')).format).toBe('png');
});

describe('a small file that claims to be a huge picture is refused at once', () => {
  const SIDE = 60_000;
  const png = () => readFileSync(fixture('made/60000-pixels.png'));
  const bombs: [FormatName, FormatName, () => Buffer | Promise<Buffer>][] = [
    ['png', 'jpg', png],
    [
      'jpg',
      'png',
      async () => {
        const jpeg = await photo(64, 64);
        const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
        jpeg.writeUInt16BE(SIDE, frame + 5);
        jpeg.writeUInt16BE(SIDE, frame + 7);
        return jpeg;
      },
    ],
    [
      'bmp',
      'png',
      () => {
        const bmp = readFileSync(fixture('bits-24.bmp'));
        bmp.writeInt32LE(SIDE, 18);
        bmp.writeInt32LE(SIDE, 22);
        return bmp;
      },
    ],
    ['svg', 'png', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"/>`)],
    [
      'svg',
      'png',
      () =>
        Buffer.from(
          `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghi']
            .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefgh'[i]};`.repeat(10)}">`)
            .join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>`,
        ),
    ],
  ];

  it.each(bombs.map(([source, target, make], index) => ({ source, target, make, index })))(
    '$source ($index)',
    async ({ source, target, make, index }) => {
      const path = save(`bomb-${index}`, await make());
      const started = performance.now();
      expect(await failure(convert(path, source, target))).toMatchObject({ code: 'TOO_COMPLEX' });
      expect(performance.now() - started).toBeLessThan(2000);
    },
  );
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
      Buffer.from(
        `${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" ${attributes}>${body}</svg>`,
      ),
    );
  const blank = async (path: string) => {
    const stats = await sharp((await convert(path, 'svg', 'png')).bytes).stats();
    return stats.channels.every(({ max }) => max === 0);
  };
  const sizeOf = async (path: string) => {
    const { width, height } = await sharp((await convert(path, 'svg', 'png')).bytes).metadata();
    return [width, height];
  };

  it('loads nothing from outside', async () => {
    const asked: string[] = [];
    const host = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    const png = save('secret.png', await quarters(64, 64));
    const text = save(
      'secret.txt',
      Buffer.from('<rect xmlns="http://www.w3.org/2000/svg" width="64" height="64" fill="red"/>'),
    );
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
    ['width="2in" height="1in"', [192, 96]],
    ['width="72pt" height="36pt"', [96, 48]],
    ['width="40" height="30"', [40, 30]],
    ['width="40px" height="30px" viewBox="0 0 400 300"', [40, 30]],
    ['viewBox="0 0 120 80"', [120, 80]],
    ['width="60" viewBox="0 0 120 80"', [60, 40]],
  ])('%s has the size that browsers give it', async (attributes, size) => {
    expect(await sizeOf(svg('<rect width="10" height="10"/>', attributes))).toEqual(size);
  });

  it('renders text in the shipped fonts', async () => {
    const text = (family: string) => svg(`<text x="2" y="20" font-size="20" font-family="${family}">Wörd</text>`);
    const drawn = async (family: string) =>
      sharp((await convert(text(family), 'svg', 'png')).bytes)
        .raw()
        .toBuffer();
    const families = ['Liberation Sans', 'Liberation Serif', 'Liberation Mono', 'DejaVu Sans'];
    const ours: Buffer[] = [];
    for (const family of families) ours.push(await drawn(family));
    expect(new Set(ours.map((pixels) => pixels.toString('base64'))).size).toBe(4);
    const asked = [
      ['Arial', "'Helvetica Neue', Arial", 'sans-serif', 'system-ui'],
      ['Times New Roman', 'serif'],
      ['Courier New', 'monospace'],
      ['Verdana'],
    ];
    for (const [index, names] of asked.entries()) {
      for (const name of names) expect((await drawn(name)).equals(ours[index] ?? Buffer.alloc(0)), name).toBe(true);
    }
  });
});

it('junk under every name is refused', async () => {
  const junk = save('junk', Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256)));
  for (const format of ['jpg', 'png', 'apng', 'webp', 'gif', 'tiff', 'avif', 'heic', 'bmp', 'ico', 'svg'] as const) {
    expect((await failure(convert(junk, format, 'png'))).code, format).toBe('UNREADABLE_FILE');
  }
  expect((await decode(await quarters())).metadata.width).toBe(48);
});
