import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { codeOf, convertPdf, fixture, look } from '../pdfs/convert-pdf.ts';
import { assemble, handWritten, rectangle, streamOf, words } from '../pdfs/hand-written.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const TARGETS = ['png', 'tiff', 'svg', 'txt', 'html'] as const;
const page = { width: 200, height: 100, content: rectangle('1 0 0', 0, 0, 100, 100) + words('Words', 110, 50) };

describe('passwords', () => {
  it.each(['locked.pdf', 'locked-40-bit.pdf'])('%s is refused', async (name) => {
    for (const target of TARGETS)
      expect(await codeOf(convertPdf(folder, fixture(name), target))).toBe('PASSWORD_PROTECTED');
  });

  it.each(['png', 'txt'] as const)("an owner's password does not keep anyone from reading: %s", async (target) => {
    expect(await codeOf(convertPdf(folder, fixture('owner-locked.pdf'), target))).toBe('none');
  });

  it('of an unknown kind are refused', async () => {
    const text = handWritten([page]).toString('latin1');
    const locked = text.replace('/Root 1 0 R', '/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Adobe.PubSec/V 4/R 4>>');
    expect(await codeOf(convertPdf(folder, Buffer.from(locked, 'latin1'), 'png'))).toBe('PASSWORD_PROTECTED');
  });
});

describe('damage', () => {
  const office = fixture('office.pdf');

  it.each([0.1, 0.4, 0.7, 0.95, 0.999])('a file that breaks off after %d of it is refused', async (part) => {
    const cut = office.subarray(0, Math.floor(office.length * part));
    for (const target of TARGETS) expect(await codeOf(convertPdf(folder, cut, target))).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['random bytes', randomBytes(5000)],
    ['a header and random bytes', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5000)])],
    ['a header', Buffer.from('%PDF-1.7\n')],
    ['no pages', handWritten([])],
    [
      'pages that are not there',
      assemble(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 2/Kids[7 0 R 8 0 R]>>']),
    ],
    [
      'fewer pages than promised',
      Buffer.from(handWritten([page]).toString('latin1').replace('/Count 1', '/Count 3'), 'latin1'),
    ],
    [
      'pages without end',
      assemble(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 3/Kids[2 0 R 2 0 R 2 0 R]>>']),
    ],
  ])('%s are refused', async (_, bytes) => {
    for (const target of TARGETS) expect(await codeOf(convertPdf(folder, bytes, target))).toBe('UNREADABLE_FILE');
  });

  it('a file that ends without saying where its table lies is read', async () => {
    const text = handWritten([page])
      .toString('latin1')
      .replace(/startxref\s+\d+\s/, '');
    expect(await codeOf(convertPdf(folder, Buffer.from(text, 'latin1'), 'png'))).toBe('none');
  });

  it('a page that is blank because its content is broken is refused', async () => {
    const packed = deflateSync(Buffer.from(words('Words', 20, 20))).fill(0xff, 4);
    const content = `<</Filter/FlateDecode/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream`;
    const broken = assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>',
      content,
    ]);
    for (const target of TARGETS) expect(await codeOf(convertPdf(folder, broken, target))).toBe('UNREADABLE_FILE');
  });

  it('a page that is meant to be blank is not, nor one with trifling faults', async () => {
    const faulty = { ...page, content: `${page.content} nonsense` };
    const { pages } = await convertPdf(folder, handWritten([{ width: 50, height: 50 }, faulty]), 'png');
    expect((await look(pages[1] ?? Buffer.alloc(0))).at(0.25, 0.5)).toBe('red');
  });

  it('what stands behind the end does no harm', async () => {
    expect(
      await codeOf(
        convertPdf(folder, Buffer.concat([handWritten([page]), Buffer.from('<html></html>\n\0\0\0')]), 'txt'),
      ),
    ).toBe('none');
  });
});

describe('size', () => {
  it('a giant page is drawn smaller', async () => {
    const giant = { width: 14_400, height: 7200, content: rectangle('1 0 0', 0, 0, 7200, 7200) };
    const { width, height, at } = await look(
      (await convertPdf(folder, handWritten([giant]), 'png', { quality: 'high' })).bytes,
    );
    expect([Math.abs(width / height - 2) < 0.01, width * height < 31_000_000, at(0.25, 0.5), at(0.75, 0.5)]).toEqual([
      true,
      true,
      'red',
      'white',
    ]);
  });

  it('a page without size is a usual one', async () => {
    const { width, height } = await sharp(
      (await convertPdf(folder, handWritten([{ ...page, width: 0, height: 0 }]), 'png', { quality: 'low' })).bytes,
    ).metadata();
    expect([width, height]).toEqual([816, 1056]);
  });

  it('a web page of a page that no screen shows is refused', async () => {
    expect(await codeOf(convertPdf(folder, handWritten([{ ...page, width: 144_000, height: 144_000 }]), 'html'))).toBe(
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
    expect(await codeOf(convertPdf(folder, bomb, target))).toBe('TOO_COMPLEX');
  });

  it('a picture that inflates without end is refused in little memory', async () => {
    const rows = deflateSync(Buffer.alloc(100_000_000));
    const picture = `<</Type/XObject/Subtype/Image/Width 60000/Height 60000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/Length ${rows.length}>>stream\n${rows.toString('latin1')}\nendstream`;
    const entries = '/Resources<</XObject<</P 3 0 R>>>>';
    const bomb = handWritten([{ width: 200, height: 200, content: 'q 200 0 0 200 0 0 cm /P Do Q', entries }], {
      objects: [picture],
    });
    const { value, megabytes } = await peakMemory(() => codeOf(convertPdf(folder, bomb, 'png')));
    expect(value).toBe('UNREADABLE_FILE');
    expect(megabytes).toBeGreaterThan(1);
    expect(megabytes).toBeLessThan(400);
  });

  it('a page whose content inflates to 100 MB is drawn in little memory', async () => {
    const content = deflateSync(Buffer.alloc(100_000_000, ' '));
    const stream = `<</Filter/FlateDecode/Length ${content.length}>>stream\n${content.toString('latin1')}\nendstream`;
    const pageOf = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>';
    const bomb = assemble(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>', pageOf, stream]);
    const { value, megabytes } = await peakMemory(() => codeOf(convertPdf(folder, bomb, 'png')));
    expect(value).toBe('none');
    expect(megabytes).toBeLessThan(400);
  });
});

describe('content that reaches out', () => {
  it('reaches nothing, and does not come along', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pdf = reachingOut(address);
    for (const target of [...TARGETS, 'webp'] as const) {
      const { bytes } = await convertPdf(folder, pdf, target);
      if (target !== 'html') expect(bytes.includes(address)).toBe(false);
      else expect([...new Set(linksIn(bytes))]).toEqual([`${address}/plain`]);
    }
    server.close();
    expect(requests).toBe(0);
  });

  it('of a web page is text only', async () => {
    const hostile = `<</Type/Font/Subtype/Type1/BaseFont/A#3c#2fstyle#3e#3cscript#3ealert#281#29#3c#2fscript#3e>>`;
    const entries = '/Resources<</Font<</F9 3 0 R>>>>';
    const content = words('<script>alert\\(1\\)</script>', 10, 50, 10, 'F9')
      .replace('<script', '(<script')
      .replace('</script>', '</script>)');
    const html = (
      await convertPdf(
        folder,
        handWritten([{ width: 300, height: 100, content, entries }], { objects: [hostile] }),
        'html',
      )
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
