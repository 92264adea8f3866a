import { constants, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf, fixture, look } from '../pdfs/convert-pdf.ts';
import { assemble, handWritten, rectangle, streamOf, words } from '../pdfs/hand-written.ts';
import { pictured, pictureOf } from '../pdfs/pictured.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { serve } from '../support/serve.ts';

const TARGETS = ['pdf', 'png', 'tiff', 'svg', 'txt', 'html'] as const;
const page = { width: 200, height: 100, content: rectangle('1 0 0', 0, 0, 100, 100) + words('Words', 110, 50) };
const changed = (from: string | RegExp, to: string) =>
  Buffer.from(handWritten([page]).toString('latin1').replace(from, to), 'latin1');
const code = (pdf: Buffer, target: (typeof TARGETS)[number] = 'pdf', options = {}) =>
  codeOf(convertPdf(pdf, target, { options }));

it('a PDF file that is locked is refused, also by an unknown encryption', async () => {
  for (const name of ['locked.pdf', 'locked-40-bit.pdf']) expect(await code(fixture(name))).toBe('PASSWORD_PROTECTED');
  const locked = changed('/Root 1 0 R', '/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Adobe.PubSec/V 4/R 4>>');
  for (const password of ['', 'secret']) expect(await code(locked, 'pdf', { password })).toBe('PASSWORD_PROTECTED');
});

const office = fixture('office.pdf');
it.each([
  ['a tenth of it', office.subarray(0, office.length / 10)],
  ['most of it', office.subarray(0, office.length * 0.95)],
  ['all but the last bytes', office.subarray(0, -20)],
  ['a header', Buffer.from('%PDF-1.7\n')],
  ['no pages', handWritten([])],
  ['fewer pages than promised', changed('/Count 1', '/Count 3')],
  ['a page that is blank because its content is damaged', fixture('made/damaged-content.pdf')],
])('damage a PDF file with %s is refused', async (_, bytes) => {
  for (const target of TARGETS) expect(await code(bytes, target), target).toBe('UNREADABLE_FILE');
});

it('damage a page that would look different when repaired is refused', async () => {
  // In a font's table of widths, which poppler and qpdf then understand differently.
  expect(await code(fixture('made/misspelt-widths.pdf'))).toBe('UNREADABLE_FILE');
});

it('damage a blank page passes, and so does one with harmless faults', async () => {
  const faulty = { ...page, content: `${page.content} nonsense` };
  const { pages } = await convertPdf(handWritten([{ width: 50, height: 50 }, faulty]), 'png');
  expect((await look(pages[1] ?? Buffer.alloc(0))).at(0.25, 0.5)).toBe('red');
});

it('damage a stream that ends with a flush is whole, as Acrobat writes annotations, unless an unknown block follows', async () => {
  const drawing = Buffer.from(`${rectangle('1 0 0', 0, 0, 1, 1)}${' 0 w'.repeat(300)}`);
  const flushed = deflateSync(drawing, { finishFlush: constants.Z_SYNC_FLUSH });
  const form = (data: Buffer) =>
    pictured(streamOf(data.toString('latin1'), '/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Filter/FlateDecode'));
  for (const target of TARGETS.filter((format) => format !== 'txt')) {
    expect((await convertPdf(await form(flushed), target)).bytes.length).toBeGreaterThan(0);
    expect(await code(await form(Buffer.concat([flushed, Buffer.of(7)])), target), target).toBe('UNREADABLE_FILE');
  }
});

it('damage a stream of nothing but a header and a checksum is empty, as Aspose writes it, unless they are others', async () => {
  const blank = (hex: string) =>
    handWritten([{ width: 200, height: 200, entries: '/Contents 3 0 R' }], {
      objects: [streamOf(Buffer.from(hex, 'hex').toString('latin1'), '/Filter/FlateDecode')],
    });
  for (const target of ['png', 'html', 'pdf'] as const) {
    expect((await convertPdf(blank('789c00000001'), target)).bytes.length, target).toBeGreaterThan(0);
    expect(await code(blank('789c00000002'), target), target).toBe('UNREADABLE_FILE');
  }
});

it.each([
  ['no place of its table', changed(/startxref\s+\d+\s/, '')],
  ['a wrong place of its table', changed(/startxref\s+\d+\s/, 'startxref\n7\n')],
  ['something behind its end', Buffer.concat([handWritten([page]), Buffer.from('<html></html>\n\0\0\0')])],
])('damage a file with %s is repaired', async (_, bytes) => {
  const repaired = (await convertPdf(bytes, 'pdf')).bytes;
  expect(await askQpdf(['--check'], repaired)).toMatchObject({ exitCode: 0 });
  const [after, before] = [repaired, handWritten([page])].map(async (pdf) => (await convertPdf(pdf, 'png')).bytes);
  expect((await after)?.equals((await before) as Buffer)).toBe(true);
});

it('size a giant page is rendered at a lower resolution', async () => {
  const giant = { width: 14_400, height: 7200, content: rectangle('1 0 0', 0, 0, 7200, 7200) };
  const { bytes } = await convertPdf(handWritten([giant]), 'png', { quality: 'high' });
  const { width, height, at } = await look(bytes);
  expect([at(0.25, 0.5), at(0.75, 0.5)]).toEqual(['red', 'white']);
  expect(width / height).toBeCloseTo(2, 2);
  expect(width * height).toBeLessThan(31_000_000);
});

it('size a web page of a page that no screen shows is refused', async () => {
  expect(await code(handWritten([{ ...page, width: 144_000, height: 144_000 }]), 'html')).toBe('TOO_COMPLEX');
});

it.each(['png', 'txt'] as const)('size ten thousand pages are refused: %s', async (target) => {
  const bomb = assemble([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count 10000/Kids[${'3 0 R '.repeat(10_000)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>',
    ...Array.from({ length: 10_000 }, () => 'null'),
  ]);
  expect(await code(bomb, target)).toBe('TOO_COMPLEX');
});

it('size ten thousand pages are written anew, one more is refused', async () => {
  const pages = (length: number) => handWritten(Array.from({ length }, () => ({ width: 10, height: 10 })));
  expect([await code(pages(10_000)), await code(pages(10_001))]).toEqual(['none', 'TOO_COMPLEX']);
});

it('size an array in an array, a million deep, is refused in little memory', async () => {
  const deep = changed('/MediaBox', `/X ${'['.repeat(1e6)}${']'.repeat(1e6)}/MediaBox`);
  const { value, megabytes } = await peakMemory(() => code(deep));
  expect(['UNREADABLE_FILE', 'TOO_COMPLEX']).toContain(value);
  expect(megabytes).toBeLessThan(1500);
});

it.each(['pdf', 'png'] as const)(
  'size a picture that inflates without end is refused in little memory: %s',
  async (target) => {
    const rows = deflateSync(Buffer.alloc(100_000_000));
    const size = { width: 60_000, height: 60_000, space: '/DeviceRGB', filter: 'FlateDecode' };
    const bomb = await pictured(pictureOf(rows, size));
    const { value, megabytes } = await peakMemory(() => code(bomb, target));
    expect(value).toBe('UNREADABLE_FILE');
    expect(megabytes).toBeLessThan(400);
  },
);

it('external content is not loaded, and not embedded', async () => {
  let requests = 0;
  const address = await serve((_, response) => {
    requests++;
    response.end();
  });
  const pdf = reachingOut(address);
  for (const target of [...TARGETS.slice(1), 'webp'] as const) {
    const { bytes } = await convertPdf(pdf, target);
    if (target !== 'html') expect(bytes.includes(address)).toBe(false);
    else expect([...new Set(linksIn(bytes))]).toEqual([`${address}/plain`]);
  }
  expect(requests).toBe(0);
});

it('external content of a web page is text only', async () => {
  const html = String((await convertPdf(fixture('made/markup-in-names.pdf'), 'html')).bytes);
  expect(html).toContain('alert(1)');
  expect(html).not.toMatch(/<\/?script/i);
  expect(html.match(/<style>/g)).toHaveLength(html.match(/<\/style>/g)?.length ?? 0);
});

/** Everything in a PDF file that names another place. */
function reachingOut(address: string): Buffer {
  const link = (action: string, y: number) => `<</Type/Annot/Subtype/Link/Rect[100 ${y} 200 ${y + 20}]/A ${action}>>`;
  const annots = [
    link(`<</S/URI/URI(${address}/plain)>>`, 50),
    link(`<</S/URI/URI(${address}/"onmouseover="alert\\(1\\))>>`, 20),
    link('<</S/URI/URI(javascript:alert\\(1\\))>>', 0),
    link(`<</S/Launch/F(/bin/sh)>>`, 70),
    link(`<</S/GoToR/F<</FS/URL/F(${address}/other.pdf)>>/D[0/Fit]>>`, 80),
  ];
  const actions = `<</S/JavaScript/JS(app.launchURL\\("${address}/js"\\);)/Next<</S/SubmitForm/F(${address}/form)>>>>`;
  const external = streamOf(
    '',
    `/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8/F<</FS/URL/F(${address}/picture)>>`,
  );
  const content = `${words('Plain', 110, 55)}${words('Quote', 110, 25)}${words('Script', 110, 2)}q 10 0 0 10 0 0 cm /P Do Q`;
  const entries = `/Annots[${annots.join('')}]/AA<</O ${actions}>>/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</P 3 0 R>>>>`;
  return handWritten([{ ...page, content: page.content + content, entries }], {
    catalog: `/OpenAction ${actions}`,
    objects: [external],
  });
}

const linksIn = (html: Buffer) =>
  [...html.toString().matchAll(/(?:href|src)="([^"]*)"/g)]
    .map(([, link]) => link)
    .filter((link) => !link?.startsWith('data:'));
