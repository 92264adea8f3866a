import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { convertPdf, fixture, look } from '../pdfs/convert-pdf.ts';
import { assemble, handWritten, rectangle, streamOf, words } from '../pdfs/hand-written.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { serve } from '../support/serve.ts';

const TARGETS = ['png', 'tiff', 'svg', 'txt', 'html'] as const;
const page = { width: 200, height: 100, content: rectangle('1 0 0', 0, 0, 100, 100) + words('Words', 110, 50) };

describe('passwords', () => {
  it.each(['png', 'txt'] as const)('an owner password does not prevent reading: %s', async (target) => {
    expect(await codeOf(convertPdf(fixture('owner-locked.pdf'), target))).toBe('none');
  });
});

describe('damage', () => {
  const office = fixture('office.pdf');

  it.each([0.1, 0.4, 0.7, 0.95, 0.999])('a file that is truncated at %d of its length is refused', async (part) => {
    const cut = office.subarray(0, Math.floor(office.length * part));
    for (const target of TARGETS) expect(await codeOf(convertPdf(cut, target))).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['a header', Buffer.from('%PDF-1.7\n')],
    ['no pages', handWritten([])],
    [
      'fewer pages than promised',
      Buffer.from(handWritten([page]).toString('latin1').replace('/Count 1', '/Count 3'), 'latin1'),
    ],
  ])('%s are refused', async (_, bytes) => {
    for (const target of TARGETS) expect(await codeOf(convertPdf(bytes, target))).toBe('UNREADABLE_FILE');
  });

  it('a page that is blank because its content is damaged is refused', async () => {
    const packed = deflateSync(Buffer.from(words('Words', 20, 20))).fill(0xff, 4);
    const content = `<</Filter/FlateDecode/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream`;
    const broken = assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>',
      content,
    ]);
    for (const target of TARGETS) expect(await codeOf(convertPdf(broken, target))).toBe('UNREADABLE_FILE');
  });

  it('a blank page passes, and so does one with harmless faults', async () => {
    const faulty = { ...page, content: `${page.content} nonsense` };
    const { pages } = await convertPdf(handWritten([{ width: 50, height: 50 }, faulty]), 'png');
    expect((await look(pages[1] ?? Buffer.alloc(0))).at(0.25, 0.5)).toBe('red');
  });
});

describe('size', () => {
  it('a giant page is rendered at a lower resolution', async () => {
    const giant = { width: 14_400, height: 7200, content: rectangle('1 0 0', 0, 0, 7200, 7200) };
    const { width, height, at } = await look(
      (await convertPdf(handWritten([giant]), 'png', { quality: 'high' })).bytes,
    );
    expect([Math.abs(width / height - 2) < 0.01, width * height < 31_000_000, at(0.25, 0.5), at(0.75, 0.5)]).toEqual([
      true,
      true,
      'red',
      'white',
    ]);
  });

  it('a web page of a page that no screen shows is refused', async () => {
    expect(await codeOf(convertPdf(handWritten([{ ...page, width: 144_000, height: 144_000 }]), 'html'))).toBe(
      'TOO_COMPLEX',
    );
  });

  it.each(['png', 'txt'] as const)('ten thousand pages are refused: %s', async (target) => {
    const kids = '3 0 R '.repeat(10_000);
    const bomb = assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Count 10000/Kids[${kids}]>>`,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>',
      ...Array.from({ length: 10_000 }, () => 'null'),
    ]);
    expect(await codeOf(convertPdf(bomb, target))).toBe('TOO_COMPLEX');
  });

  it('a picture that inflates without end is refused in little memory', async () => {
    const rows = deflateSync(Buffer.alloc(100_000_000));
    const picture = `<</Type/XObject/Subtype/Image/Width 60000/Height 60000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${rows.length}>>stream\n${rows.toString('latin1')}\nendstream`;
    const entries = '/Resources<</XObject<</P 3 0 R>>>>';
    const bomb = handWritten([{ width: 200, height: 200, content: 'q 200 0 0 200 0 0 cm /P Do Q', entries }], {
      objects: [picture],
    });
    const { value, megabytes } = await peakMemory(() => codeOf(convertPdf(bomb, 'png')));
    expect(value).toBe('UNREADABLE_FILE');
    expect(megabytes).toBeGreaterThan(1);
    expect(megabytes).toBeLessThan(400);
  });
});

describe('external content', () => {
  it('is not loaded, and not embedded', async () => {
    let requests = 0;
    const address = await serve((_, response) => {
      requests++;
      response.end();
    });
    const pdf = reachingOut(address);
    for (const target of [...TARGETS, 'webp'] as const) {
      const { bytes } = await convertPdf(pdf, target);
      if (target !== 'html') expect(bytes.includes(address)).toBe(false);
      else expect([...new Set(linksIn(bytes))]).toEqual([`${address}/plain`]);
    }
    expect(requests).toBe(0);
  });

  it('of a web page is text only', async () => {
    const hostile = `<</Type/Font/Subtype/Type1/BaseFont/A#3c#2fstyle#3e#3cscript#3ealert#281#29#3c#2fscript#3e>>`;
    const entries = '/Resources<</Font<</F9 3 0 R>>>>';
    const content = words('<script>alert\\(1\\)</script>', 10, 50, 10, 'F9')
      .replace('<script', '(<script')
      .replace('</script>', '</script>)');
    const html = (
      await convertPdf(handWritten([{ width: 300, height: 100, content, entries }], { objects: [hostile] }), 'html')
    ).bytes.toString();
    expect(html).toContain('alert(1)');
    expect(html).not.toMatch(/<\/?script/i);
    expect(html.match(/<style>/g)).toHaveLength(html.match(/<\/style>/g)?.length ?? 0);
  });
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
