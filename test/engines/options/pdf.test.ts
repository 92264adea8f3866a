import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Options } from '../../../functions/conversion/options.ts';
import { askQpdf } from '../../pdfs/ask-qpdf.ts';
import { convertPdf, fixture, look } from '../../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../../pdfs/hand-written.ts';
import { pictured } from '../../pdfs/pictured.ts';
import { ask, pdfinfo, refusal } from './eye.ts';

/** Pages that are known by their widths, their colours and their words. */
const five = fixture('made/five-pages.pdf');
const toPdf = (pdf: Buffer, options: Options) => ask(pdf, 'pdf', options).then(({ bytes }) => bytes);
const widths = (pdf: Buffer) =>
  Object.entries(pdfinfo(pdf, '-l', '99'))
    .filter(([name]) => /^Page \d+ size/.test(name))
    .map(([, size]) => Number.parseInt(size, 10));
const isWhole = async (pdf: Buffer, ...args: string[]) =>
  expect(await askQpdf([...args, '--check'], pdf)).toMatchObject({ exitCode: 0 });

it.each([
  ['5', [105]],
  ['2-4', [102, 103, 104]],
  ['5,1-2', [105, 101, 102]],
])('pages %s of a PDF file', async (pages, expected) => {
  const bytes = await toPdf(five, { pages });
  expect(widths(bytes)).toEqual(expected);
  await isWhole(bytes);
});

it.each([
  ['6', 'names page 6; the file has 5 pages'],
  ['4-2', 'has the range 4-2, which ends before it begins'],
  ['1-3,3', 'names page 3 more than once'],
  ['0', 'must be a text like'],
])('pages are not %s', async (pages, message) => {
  for (const target of ['pdf', 'png', 'txt'] as const)
    expect(await refusal(ask(five, target, { pages }))).toMatch(`INVALID_OPTION: The option "pages" ${message}`);
});

it.each(['png', 'svg'] as const)('pages of many are a zip that has their numbers, one is bare: %s', async (target) => {
  const two = await ask(five, target, { pages: '5,2' });
  expect([two.format, two.names]).toEqual(['zip', [`page-005.${target}`, `page-002.${target}`]]);
  const one = await ask(five, target, { pages: '5' });
  expect([one.format, (await look(one.bytes)).at(0.1, 0.5)]).toEqual([target, 'red']);
});

it('pages are in a text in their order', async () => {
  expect((await ask(five, 'txt', { pages: '4-5,2' })).bytes.toString().match(/P\d/g)).toEqual(['P4', 'P5', 'P2']);
});

it('pages may be chosen of a file that has too many', async () => {
  const many = handWritten(Array.from({ length: 501 }, () => ({ width: 20, height: 20 })));
  expect(await refusal(ask(many, 'jpg', {}))).toContain('TOO_COMPLEX');
  expect(await refusal(ask(many, 'jpg', { pages: '1-501' }))).toContain('TOO_COMPLEX: 501 pages are chosen');
  expect((await ask(many, 'jpg', { pages: '500-' })).names).toHaveLength(2);
});

it.each([
  [90, 50, 105, [0.5, 0.1]],
  [-90, 50, 105, [0.5, 0.9]],
  [180, 105, 50, [0.9, 0.5]],
] as const)('pages are turned by %d', async (rotate, width, height, place) => {
  const bytes = await toPdf(five, { rotate, pages: '5' });
  const seen = await look((await ask(bytes, 'png', { dpi: 72 })).bytes);
  expect([seen.width, seen.height, seen.at(place[0], place[1])]).toEqual([width, height, 'red']);
});

it('pictures in a PDF file are smaller with a lower image_quality, whatever the quality of the rest', async () => {
  const source = await pictured();
  const size = async (image_quality: number) =>
    (await ask(source, 'pdf', { image_quality }, { quality: 'high' })).bytes.length;
  const [low, middle, high] = [await size(1), await size(50), await size(95)];
  expect(low).toBeLessThan(middle / 2);
  expect(middle).toBeLessThan(high / 2);
});

it.each([true, false])('linearize: %s', async (linearize) => {
  const bytes = await toPdf(fixture('office.pdf'), { linearize });
  expect(pdfinfo(bytes)).toMatchObject({ Optimized: linearize ? 'yes' : 'no' });
  const { exitCode, stdout } = await askQpdf(['--check-linearization'], bytes);
  expect([exitCode, stdout.includes('not linearized')]).toEqual([0, !linearize]);
});

it.each(['pdf', 'png', 'svg', 'txt', 'html'] as const)('password opens locked files for %s', async (target) => {
  for (const name of ['locked.pdf', 'locked-40-bit.pdf'])
    expect((await ask(fixture(name), target, { password: 'secret' })).format).toBe(target);
});

it('password gives a decrypted result', async () => {
  const bytes = await toPdf(fixture('locked.pdf'), { password: 'secret' });
  expect(pdfinfo(bytes)).toMatchObject({ Encrypted: 'no', Pages: '1' });
  expect((await ask(bytes, 'txt', {})).bytes.toString()).toContain('Locked words');
});

it.each(['Secret', '', '--help', '@/etc/passwd'])('password is not %s', async (password) => {
  for (const target of ['pdf', 'txt'] as const) {
    const said = await refusal(ask(fixture('locked.pdf'), target, { password }));
    expect(said).toMatch(/^PASSWORD_PROTECTED/);
    if (password.length > 2) expect(said).not.toContain(password);
  }
});

it.each(['a', '"\\{}\'$(id)', '--decrypt', 'geheim äöü €', 'x'.repeat(127)])(
  'encrypt_password locks the result with %s',
  async (secret) => {
    const bytes = await toPdf(five, { encrypt_password: secret });
    expect(await refusal(ask(bytes, 'txt', {}))).toMatch(/^PASSWORD_PROTECTED/);
    expect((await ask(bytes, 'txt', { password: secret })).bytes.toString()).toContain('P5');
    await isWhole(bytes, `--password=${secret}`);
  },
);

it.each(['', 'x'.repeat(128), 'ä'.repeat(64)])('encrypt_password is not empty nor too long: %j', async (secret) => {
  expect(await refusal(toPdf(five, { encrypt_password: secret }))).toMatch(
    /^INVALID_OPTION: The option "encrypt_password" must .* 127/,
  );
});

const permissions = async (options: Options) =>
  pdfinfo(await toPdf(five, { owner_password: 'owner', ...options })).Encrypted ?? '';

it.each<[Options, string]>([
  [{ allow_printing: 'none' }, 'print:no copy:yes change:yes addNotes:yes'],
  [{ allow_copying: false }, 'print:yes copy:no change:yes addNotes:yes'],
  [{ allow_changes: 'none' }, 'print:yes copy:yes change:no addNotes:no'],
  [{ allow_printing: 'none', allow_copying: false, allow_changes: 'none' }, 'print:no copy:no change:no addNotes:no'],
])('owner_password restricts by %j', async (options, expected) => {
  expect(await permissions(options)).toContain(expected);
});

it('owner_password differs from encrypt_password', async () => {
  const said = await refusal(toPdf(five, { owner_password: 'same', encrypt_password: 'same' }));
  expect(said).toContain('INVALID_OPTION: The options "encrypt_password" and "owner_password" must');
});

it('dpi is limited by the size of the page', async () => {
  const large = fixture('made/two-sizes.pdf');
  expect(await refusal(ask(large, 'jpg', { dpi: 300 }))).toContain(
    'INVALID_OPTION: At the resolution of the option "dpi", page 2 is too large: it must be at most 273.',
  );
  expect(await refusal(ask(large, 'jpg', { dpi: 273 }))).toBe('none');
  expect(await refusal(ask(large, 'jpg', { dpi: 300, pages: '1' }))).toBe('none');
});

it('text_layout keeps columns side by side, or has one after the other', async () => {
  const columns = fixture('made/two-columns.pdf');
  const textOf = async (options: Options) => (await ask(columns, 'txt', options)).bytes.toString();
  expect(await textOf({ text_layout: 'page' })).toMatch(/Left0 +Right0\n *Left1 +Right1/);
  expect(await textOf({ text_layout: 'reading' })).toMatch(/Left0\s+Left1\s+Left2\s+Right0/);
  expect(await textOf({})).toBe(await textOf({ text_layout: 'page' }));
});

/** Red to the left, blue to the right, green below. */
const content =
  rectangle('1 0 0', 0, 20, 60, 40) + rectangle('0 0 1', 60, 20, 60, 40) + rectangle('0 1 0', 0, 0, 120, 20);
const page = { width: 120, height: 60, content: content + words('Fine', 5, 30, 9) };
const drawn = async (options: Options) => (await ask(handWritten([page]), 'png', options)).bytes;

it.each<[Options, number, number]>([
  [{ width: 1 }, 1, 1],
  [{ width: 100, height: 100, fit: 'cover' }, 100, 100],
  [{ width: 5000, enlarge: false }, 250, 125],
  [{ crop: '0,0,100,50', dpi: 150 }, 100, 50],
])('pictures of pages have their size by %j', async (options, width, height) => {
  expect(await look(await drawn(options))).toMatchObject({ width, height });
});

it('pictures of pages are drawn, and not made from a picture of another size', async () => {
  const pixels = async (options: Options) =>
    sharp(await drawn(options))
      .raw()
      .toBuffer();
  expect((await pixels({ width: 240 })).equals(await pixels({ dpi: 144 }))).toBe(true);
  const { at } = await look(await drawn({ width: 100, height: 200, fit: 'contain', background: '#000' }));
  expect([at(0.1, 0.1), at(0.9, 0.5)]).toEqual(['black', 'blue']);
});

it('pictures of pages must have the part that is asked for', async () => {
  expect(await refusal(drawn({ crop: '0,0,121,60', dpi: 72 }))).toContain('INVALID_OPTION: The option "crop"');
});

it('pictures of pages are all of the same width in a TIFF file', async () => {
  const { bytes } = await ask(handWritten([page, { ...page, width: 60 }]), 'tiff', { width: 90 });
  expect([await look(bytes, 0), await look(bytes, 1)]).toMatchObject([{ height: 45 }, { height: 90 }]);
});

it.each(['jpg', 'webp', 'avif'] as const)('pictures of pages have the chosen image_quality: %s', async (target) => {
  const size = async (image_quality: number) =>
    (await convertPdf(handWritten([page]), target, { options: { image_quality, dpi: 300 } })).bytes.length;
  expect(await size(5)).toBeLessThan(await size(95));
});
