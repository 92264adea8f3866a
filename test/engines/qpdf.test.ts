import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { zip } from '../documents/package.ts';
import { picturesOfPdf, poppler } from '../documents/read-result.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf, fixture, look } from '../pdfs/convert-pdf.ts';
import { handWritten, streamOf, words } from '../pdfs/hand-written.ts';
import { linkedPdf } from '../pdfs/linked.ts';
import { grain, pictured, pictureOf } from '../pdfs/pictured.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';

const folder = temporaryFolder();
/** The last one is encrypted, with an owner password alone. */
const WHOLE = ['office.pdf', 'ghostscript.pdf', 'cairo.pdf', 'library.pdf', 'owner-locked.pdf'];

const pdfinfo = (pdf: Buffer, ...args: string[]) => poppler('pdfinfo', pdf, ...args, '-');

it.each(WHOLE)(
  'a rewritten PDF file %s is smaller, faultless, not encrypted, and has the same text, title and links',
  async (name) => {
    const { bytes } = await convertPdf(fixture(name), 'pdf');
    expect(bytes.length).toBeLessThan(fixture(name).length);
    expect(await askQpdf(['--check'], bytes)).toMatchObject({ exitCode: 0 });
    const read = async (pdf: Buffer) => (await convertPdf(pdf, 'txt')).bytes.toString();
    expect(await read(bytes)).toBe(await read(fixture(name)));
    const title = (pdf: Buffer) => /^Title:.*$/m.exec(pdfinfo(pdf))?.[0];
    expect(title(bytes)).toBe(title(fixture(name)));
    expect(pdfinfo(bytes, '-url')).toBe(pdfinfo(fixture(name), '-url'));
    expect(pdfinfo(bytes)).toContain('Encrypted:       no');
  },
);

const drawn = async (pdf: Buffer, pages = '1') => (await convertPdf(pdf, 'png', { options: { pages } })).bytes;
/** A page, in a file with a branch of pages that stands in it twice. */
const BRANCHED = fixture('made/branch-twice.pdf');

it('a PDF file that only some programs open is repaired: a branch of pages twice, zeros up to the end of a block', async () => {
  const source = handWritten([{ width: 200, height: 200, content: words('Repaired', 20, 100) }]);
  expect(await askQpdf(['--check'], BRANCHED)).toMatchObject({ exitCode: 2 });
  for (const pdf of [BRANCHED, Buffer.concat([source, Buffer.alloc(70_000)])]) {
    const { bytes } = await convertPdf(pdf, 'pdf');
    expect((await convertPdf(bytes, 'txt')).bytes.toString()).toContain('Repaired');
    expect(await askQpdf(['--check'], bytes)).toMatchObject({ exitCode: 0 });
  }
  const cut = Buffer.concat([source.subarray(0, -300), Buffer.alloc(70_000)]);
  await expect(convertPdf(cut, 'pdf')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
});

it('a form that is filled in, with a note, is a page as it looks when it is flattened, and else stays', async () => {
  // Notes that are hidden, or only printed, are not to be seen afterwards, either.
  const form = fixture('made/form.pdf');
  const { bytes } = await convertPdf(form, 'pdf', { options: { flatten: true } });
  const said = await askQpdf(['--json', '--json-key=acroform', '--json-key=qpdf', '--json-stream-data=none'], bytes);
  expect([JSON.parse(said.stdout).acroform.fields, said.stdout.includes('/Annots')]).toEqual([[], false]);
  expect((await convertPdf(bytes, 'txt')).bytes.toString()).toContain('Ada Lovelace');
  const { at } = await look((await convertPdf(bytes, 'png')).bytes);
  expect([at(0.2, 0.3), at(0.8, 0.3), at(0.2, 0.55), at(0.5, 0.95)]).toEqual(['red', 'white', 'white', 'white']);
  const kept = (await convertPdf(form, 'pdf')).bytes;
  expect((await askQpdf(['--json', '--json-key=acroform'], kept)).stdout).toContain('Ada Lovelace');
});

/** Expects pages of which the samples differ by less than a mean. */
async function expectSame(source: Buffer, result: Buffer, mean: number): Promise<void> {
  const pixelsOf = async (pdf: Buffer) =>
    sharp(await drawn(pdf))
      .removeAlpha()
      .raw()
      .toBuffer();
  const [before, after] = [await pixelsOf(source), await pixelsOf(result)];
  const difference = before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0);
  expect(difference / before.length).toBeLessThan(mean);
}
const listed = (pdf: Buffer) => picturesOfPdf(pdf)[0]?.trim().split(/ +/) ?? [];
/** Expects that the picture of a file becomes a JPEG of this size and space that looks the same. @returns the result */
async function expectJpeg(source: Buffer, like: readonly string[]): Promise<Buffer> {
  const { bytes } = await convertPdf(source, 'pdf');
  expect(listed(bytes).slice(3, 9)).toEqual([...like, '8', 'jpeg']);
  await expectSame(source, bytes, 6);
  return bytes;
}
const CHANNELS = { '/DeviceRGB': 3, '/DeviceCMYK': 4, '/DeviceGray': 1 } as const;
/** Dark on the left, bright on the right, of noise in other levels for each channel. */
const noisy = (
  space: keyof typeof CHANNELS,
  [width, height]: readonly [number, number],
  { entries = '', noise = 8, as = space as string, objects = [] as readonly string[] } = {},
) => {
  const channels = CHANNELS[space];
  const level = (at: number) => (Math.floor(at / channels) % width < width / 2 ? 90 : 110) + (at % channels) * 10;
  const bytes = Array.from({ length: width * height * channels }, (_, at) => level(at) + grain(at) * noise);
  const picture = pictureOf(deflateSync(Buffer.from(bytes)), { space: as, filter: 'FlateDecode', width, height });
  return pictured(picture.replace('/Subtype', `${entries}/Subtype`), ...objects);
};

it('pictures in a PDF file are smaller at a lower quality, and stay as they are at the highest', async () => {
  const source = await pictured();
  const made = async (quality: Quality) => (await convertPdf(source, 'pdf', { quality })).bytes;
  const [low, medium, high] = [await made('low'), await made('medium'), await made('high')];
  expect(low.length).toBeLessThan(medium.length * 0.8);
  expect(medium.length).toBeLessThan(high.length * 0.8);
  expect(high.length).toBeLessThanOrEqual(source.length);
  expect((await drawn(high)).equals(await drawn(source))).toBe(true);
});

it.each(['/DeviceRGB', '/DeviceCMYK', '/DeviceGray'] as const)(
  'pictures in a PDF file keep their colours: %s',
  async (space) => {
    const source = await noisy(space, [200, 150], { noise: 1 });
    const result = (await convertPdf(source, 'pdf', { quality: 'low' })).bytes;
    expect(listed(result)).toContain('jpeg');
    await expectSame(source, result, 4);
  },
);

it.each([
  ['low', '/DeviceRGB', ['222', '222', 'rgb']],
  ['medium', '/DeviceGray', ['333', '333', 'gray']],
  ['high', '/DeviceRGB', ['800', '800', 'rgb']],
] as const)(
  'pictures in a PDF file of a much too high resolution are scaled at %s quality: %s',
  async (quality, space, wanted) => {
    const { bytes } = await convertPdf(await noisy(space, [800, 800]), 'pdf', { quality });
    expect(listed(bytes).slice(3, 6)).toEqual(wanted);
    expect(await askQpdf(['--check'], bytes)).toMatchObject({ exitCode: 0 });
  },
);

it('pictures in a PDF file are smaller where they have soft masks or profiles, too', async () => {
  const size = { space: '/DeviceGray', filter: 'FlateDecode', width: 20, height: 20 };
  const mask = pictureOf(deflateSync(Buffer.alloc(400, 255)), size);
  const masked = await noisy('/DeviceRGB', [800, 800], { entries: '/SMask 4 0 R', objects: [mask] });
  const scaled = (await convertPdf(masked, 'pdf')).bytes;
  expect(listed(scaled).slice(2, 5)).toEqual(['image', '333', '333']);
  const profile = streamOf(committed('pictures/made/profiles/p3.icc').toString('latin1'), '/N 3');
  const profiled = await noisy('/DeviceRGB', [200, 150], { as: '[/ICCBased 4 0 R]', objects: [profile] });
  const { bytes } = await convertPdf(profiled, 'pdf');
  expect(listed(bytes).slice(3, 9)).toEqual(['200', '150', 'icc', '3', '8', 'jpeg']);
});

it('pictures in a PDF file are smaller where they are JPEG 2000, or JPEG that is deflated once more', async () => {
  const [width, height, space] = [800, 800, '/DeviceRGB'];
  const made = async (name: string) => {
    const path = join(folder, name);
    const input = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}`];
    await runFfmpeg('ffmpeg', ...input, '-frames:v', '1', '-pix_fmt', 'yuvj444p', '-q:v', '1', path);
    return readFile(path);
  };
  const [jpeg, jp2] = await Promise.all([made('a.jpg'), made('a.jp2')]);
  const deflated = pictureOf(deflateSync(jpeg), { space, filter: 'FlateDecode', width, height });
  for (const picture of [
    pictureOf(jp2, { space, filter: 'JPXDecode', width, height }),
    deflated.replace('/FlateDecode', '[/FlateDecode/DCTDecode]'),
  ])
    await expectJpeg(await pictured(picture), ['333', '333', 'rgb', '3']);
});

it('pictures in a PDF file are smaller where they are JPEG in CMYK, inverted or not', async () => {
  const size = { width: 800, height: 800 };
  const samples = Buffer.from(Array.from({ length: 800 * 800 * 4 }, (_, at) => (at % 4) * 40 + grain(at) * 8));
  const raw = sharp(samples, { raw: { ...size, channels: 4 } }).pipelineColourspace('cmyk');
  const jpeg = await raw.toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  const picture = pictureOf(jpeg, { space: '/DeviceCMYK', filter: 'DCTDecode', ...size });
  for (const decode of ['', '/Decode[1 0 1 0 1 0 1 0]'])
    await expectJpeg(await pictured(picture.replace('/Subtype', `${decode}/Subtype`)), ['333', '333', 'cmyk', '4']);
});

it('pictures in a PDF file are smaller where they have palettes with more colours than JPEG needs', async () => {
  const size = { width: 400, height: 400 };
  const palette = Array.from({ length: 256 }, (_, at) => [at, at ^ 16, 255 - at]).flat();
  const space = `[/Indexed/DeviceRGB 255<${Buffer.from(palette).toString('hex')}>]`;
  const levels = Buffer.from(Array.from({ length: 160_000 }, (_, at) => Math.floor((at % 400) / 2) + grain(at)));
  const source = await pictured(pictureOf(deflateSync(levels), { space, filter: 'FlateDecode', ...size }));
  const { length } = await expectJpeg(source, ['400', '400', 'rgb', '3']);
  expect(length).toBeLessThan(0.6 * source.length);
});

it('pictures in a PDF file keep their pixels with the option image_quality, or with masks', async () => {
  const options = { image_quality: 50 };
  const asked = await convertPdf(await noisy('/DeviceRGB', [800, 800]), 'pdf', { options });
  const inverted = await convertPdf(await noisy('/DeviceGray', [800, 800], { entries: '/Decode[1 0]' }), 'pdf');
  for (const { bytes } of [asked, inverted]) expect(listed(bytes).slice(3, 5)).toEqual(['800', '800']);
  const masked = await noisy('/DeviceRGB', [200, 150], { entries: '/Mask[100 120 0 255 0 255]' });
  const { bytes } = await convertPdf(masked, 'pdf', { quality: 'low' });
  expect((await drawn(bytes)).equals(await drawn(masked))).toBe(true);
  await expect(convertPdf(masked, 'pdf', { options })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
});

const convert = async (source: Buffer, formats: [FormatName, FormatName], options: Options) =>
  (await convertBytes(qpdf, source, formats, { options })).file;
const splitFirst = async (source: Buffer, options: Options = {}) =>
  [...(await unzip(await convert(source, ['pdf', 'zip'], options))).values()][0] as Buffer;
const pageOf = async (pdf: Buffer, page: number) =>
  look((await convertPdf(pdf, 'png', { options: { pages: `${page}` } })).bytes);

it('a PDF file that only some programs open is repaired where it is split, joined, or its pages are changed', async () => {
  const results = [
    await splitFirst(BRANCHED),
    await convert(await zip({ 'a.pdf': linkedPdf('A'), 'b.pdf': BRANCHED }), ['zip', 'pdf'], { merge: true }),
    await convert(BRANCHED, ['pdf', 'pdf'], { watermark: 'Draft' }),
  ];
  for (const pdf of results) expect((await convertPdf(pdf, 'txt')).bytes.toString()).toContain('Repaired');
});

it.each(['split', 'chosen'])(
  'pages that are %s keep only what they show, though each lists what all show',
  async (how) => {
    const pdf = fixture('made/shared-pictures.pdf');
    const first =
      how === 'split'
        ? await splitFirst(pdf)
        : (await convertPdf(pdf, 'pdf', { quality: 'high', options: { pages: '1' } })).bytes;
    expect(first.toString('latin1').match(/\/Subtype ?\/Image/g)).toHaveLength(1);
  },
);

it.each(['layer-off', 'layer-on'])(
  'the metadata of a file is kept for some of its pages: a hidden layer, where the file is split or joined: %s',
  async (name) => {
    // A page with a visible layer on the left, and a hidden one on the right; one without a list shows all of its layers.
    const [layered, without] = [fixture(`made/${name}.pdf`), fixture('made/layers-without-a-list.pdf')];
    const files = { 'a.pdf': linkedPdf('A'), 'b.pdf': layered, 'c.pdf': without };
    const joined = await convert(await zip(files), ['zip', 'pdf'], { merge: true });
    expect((await askQpdf(['--check'], joined)).exitCode).toBe(0);
    for (const { at } of [await pageOf(await splitFirst(layered), 1), await pageOf(joined, 4)])
      expect([at(0.2, 0.5), at(0.8, 0.5)]).toEqual(['blue', 'white']);
    expect((await pageOf(joined, 5)).at(0.8, 0.5)).toBe('red');
  },
);

it('the metadata of a file is kept for some of its pages: the outlines, without entries that lead nowhere', async () => {
  const titles = async (pdf: Buffer) => {
    const { stdout } = await askQpdf(['--json', '--json-key=outlines'], pdf);
    return [...stdout.matchAll(/"title": "(.*)"/g)].map(([, title]) => title);
  };
  const only = (pages: string) => convert(linkedPdf('A'), ['pdf', 'pdf'], { pages });
  expect(await titles(await only('1'))).toEqual(['A chapter 1']);
  expect(await titles(await only('2-3'))).toEqual(['A section', 'A chapter 1', 'A chapter 2']);
  expect(await titles(await splitFirst(linkedPdf('A'), { split: '2' }))).toEqual(['A chapter 2']);
  const first = fixture('made/outline-of-the-first-page.pdf');
  const second = await convert(first, ['pdf', 'pdf'], { pages: '2', rotate: 90, page_numbers: true });
  expect([await titles(second), (await askQpdf(['--check'], second)).exitCode]).toEqual([[], 0]);
});

it('the metadata of a file is kept for some of its pages: resources of a page that only the glyphs of its fonts name, where it is split', async () => {
  const glyphs = fixture('made/glyphs.pdf');
  expect((await pageOf(await splitFirst(glyphs), 1)).at(0.5, 0.5)).toBe('red');
});
