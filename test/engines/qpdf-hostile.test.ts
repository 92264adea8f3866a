import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { codeOf, convertPdf, fixture } from '../pdfs/convert-pdf.ts';
import { assemble, handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { pictured, pictureOf } from '../pdfs/pictured.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { peakMemory } from '../support/peak-memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const page = { width: 200, height: 100, content: rectangle('1 0 0', 0, 0, 100, 100) + words('Words', 110, 50) };
const outcome = (pdf: Buffer) => codeOf(convertPdf(folder, pdf, 'pdf'));
const changed = (from: string | RegExp, to: string) =>
  Buffer.from(handWritten([page]).toString('latin1').replace(from, to), 'latin1');

describe('passwords', () => {
  it.each(['locked.pdf', 'locked-40-bit.pdf'])('%s is refused', async (name) => {
    expect(await outcome(fixture(name))).toBe('PASSWORD_PROTECTED');
  });

  it('of an unknown kind are refused, with a password and without', async () => {
    const locked = changed('/Root 1 0 R', '/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Adobe.PubSec/V 4/R 4>>');
    expect(await outcome(locked)).toBe('PASSWORD_PROTECTED');
    const given = convertPdf(folder, locked, 'pdf', { options: { password: 'secret' } });
    expect(await codeOf(given)).toBe('PASSWORD_PROTECTED');
  });
});

describe('damage', () => {
  const office = fixture('office.pdf');

  it.each([0.1, 0.4, 0.7, 0.95, 0.999])('a file that breaks off after %d of it is refused', async (part) => {
    expect(await outcome(office.subarray(0, Math.floor(office.length * part)))).toBe('UNREADABLE_FILE');
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
    ['fewer pages than promised', changed('/Count 1', '/Count 3')],
    [
      'pages without end',
      assemble(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 3/Kids[2 0 R 2 0 R 2 0 R]>>']),
    ],
    ['a page whose content is broken', brokenContent()],
    ['a page that would look different when repaired', misspelt()],
  ])('%s are refused', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['no place of its table', changed(/startxref\s+\d+\s/, '')],
    ['a wrong place of its table', changed(/startxref\s+\d+\s/, 'startxref\n7\n')],
    ['something before its beginning', Buffer.concat([Buffer.from('something\n'), handWritten([page])])],
    ['something behind its end', Buffer.concat([handWritten([page]), Buffer.from('<html></html>\n\0\0\0')])],
    ['a wrong length of its content', changed(/\/Length \d+/, '/Length 999')],
  ])('a file with %s is repaired', async (_, bytes) => {
    const repaired = (await convertPdf(folder, bytes, 'pdf')).bytes;
    expect(await askQpdf(['--check'], repaired)).toMatchObject({ exitCode: 0 });
    const [after, before] = [repaired, handWritten([page])].map(
      async (pdf) => (await convertPdf(folder, pdf, 'png')).bytes,
    );
    expect((await after)?.equals((await before) as Buffer)).toBe(true);
  });
});

describe('size', () => {
  const bomb = (filter: string, content: Buffer) =>
    assemble([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>',
      `<</Filter${filter}/Length ${content.length}>>stream\n${content.toString('latin1')}\nendstream`,
    ]);

  it('ten thousand pages are written anew, one more is refused', async () => {
    expect(await outcome(handWritten(Array.from({ length: 10_000 }, () => ({ width: 10, height: 10 }))))).toBe('none');
    const many = handWritten(Array.from({ length: 10_001 }, () => ({ width: 10, height: 10 })));
    expect(await outcome(many)).toBe('TOO_COMPLEX');
  });

  it.each([
    ['a tree of pages, 20,000 deep', deepTree(20_000)],
    ['an array in an array, a million deep', changed('/MediaBox', `/X ${'['.repeat(1e6)}${']'.repeat(1e6)}/MediaBox`)],
    ['objects that inflate to 600 MB', objectBomb(600_000_000)],
  ])('%s is refused in little memory', async (_, pdf) => {
    const { value, megabytes } = await peakMemory(() => outcome(pdf));
    expect(['UNREADABLE_FILE', 'TOO_COMPLEX']).toContain(value);
    expect(megabytes).toBeLessThan(1500);
  });

  it('content that inflates to 150 MB, three times packed, passes in little memory', async () => {
    const once = deflateSync(Buffer.alloc(150_000_000, ' '));
    const packed = deflateSync(deflateSync(once));
    const { value, megabytes } = await peakMemory(() =>
      outcome(bomb('[/FlateDecode/FlateDecode/FlateDecode]', packed)),
    );
    expect(value).toBe('none');
    expect(megabytes).toBeLessThan(400);
  });

  it('a picture that claims more than it has does not take the memory for it', async () => {
    const rows = deflateSync(Buffer.alloc(10_000_000));
    const size = { width: 60_000, height: 60_000, space: '/DeviceRGB', filter: 'FlateDecode' };
    const { value, megabytes } = await peakMemory(async () => outcome(await pictured(pictureOf(rows, size))));
    expect(value).toBe('UNREADABLE_FILE');
    expect(megabytes).toBeLessThan(400);
  });
});

/** A font whose table of widths poppler and qpdf understand differently. */
function misspelt(): Buffer {
  const text = fixture('cairo.pdf').toString('latin1');
  const widths = text.indexOf('/Widths [ 600.097656 0 0');
  const at = text.indexOf(' 0 0', widths) + 2;
  return Buffer.from(`${text.slice(0, at)}n${text.slice(at + 1)}`, 'latin1');
}

function brokenContent(): Buffer {
  const packed = deflateSync(Buffer.from(words('Words', 20, 20))).fill(0xff, 4);
  return assemble([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>',
    `<</Filter/FlateDecode/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream`,
  ]);
}

function deepTree(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_, at) => `<</Type/Pages/Count 1/Kids[${at + 3} 0 R]/Parent ${at + 1} 0 R>>`,
  );
  const leaf = `<</Type/Page/Parent ${depth + 1} 0 R/MediaBox[0 0 10 10]>>`;
  return assemble(['<</Type/Catalog/Pages 2 0 R>>', ...nodes, leaf]);
}

/** A file whose only page is packed in a stream of objects that is very large. */
function objectBomb(size: number): Buffer {
  const objects = Buffer.alloc(size, ' ');
  objects.write('5 0 ');
  objects.write('<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>', 10);
  const packed = deflateSync(objects, { level: 1 }).toString('latin1');
  const parts = [
    '%PDF-1.7\n',
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Count 1/Kids[5 0 R]>>\nendobj\n',
    `3 0 obj\n<</Type/ObjStm/N 1/First 10/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream\nendobj\n`,
  ];
  const place = (part: number) => parts.slice(0, part).join('').length;
  const row = (type: number, at: number, more = 0) => {
    const bytes = Buffer.alloc(7);
    bytes.writeUInt8(type, 0);
    bytes.writeUInt32BE(at, 1);
    bytes.writeUInt16BE(more, 5);
    return bytes;
  };
  const rows = [row(0, 0, 65_535), row(1, place(1)), row(1, place(2)), row(1, place(3)), row(1, place(4)), row(2, 3)];
  const table = Buffer.concat(rows).toString('latin1');
  const stream = `<</Type/XRef/Size 6/W[1 4 2]/Root 1 0 R/Length ${table.length}>>stream\n${table}\nendstream`;
  const end = `4 0 obj\n${stream}\nendobj\nstartxref\n${place(4)}\n%%EOF\n`;
  return Buffer.from(parts.join('') + end, 'latin1');
}
