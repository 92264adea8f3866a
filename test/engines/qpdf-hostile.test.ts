import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf, fixture } from '../pdfs/convert-pdf.ts';
import { assemble, handWritten, rectangle, words } from '../pdfs/hand-written.ts';
import { pictured, pictureOf } from '../pdfs/pictured.ts';
import { codeOf } from '../support/failure.ts';
import { peakMemory } from '../support/peak-memory.ts';

const page = { width: 200, height: 100, content: rectangle('1 0 0', 0, 0, 100, 100) + words('Words', 110, 50) };
const outcome = (pdf: Buffer) => codeOf(convertPdf(pdf, 'pdf'));
const changed = (from: string | RegExp, to: string) =>
  Buffer.from(handWritten([page]).toString('latin1').replace(from, to), 'latin1');

describe('passwords', () => {
  it.each(['locked.pdf', 'locked-40-bit.pdf'])('%s is refused', async (name) => {
    expect(await outcome(fixture(name))).toBe('PASSWORD_PROTECTED');
  });

  it('of an unknown encryption are refused, with and without a password', async () => {
    const locked = changed('/Root 1 0 R', '/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Adobe.PubSec/V 4/R 4>>');
    expect(await outcome(locked)).toBe('PASSWORD_PROTECTED');
    const given = convertPdf(locked, 'pdf', { options: { password: 'secret' } });
    expect(await codeOf(given)).toBe('PASSWORD_PROTECTED');
  });
});

describe('damage', () => {
  const office = fixture('office.pdf');

  it.each([0.1, 0.4, 0.7, 0.95, 0.999])('a file that is truncated at %d of its length is refused', async (part) => {
    expect(await outcome(office.subarray(0, Math.floor(office.length * part)))).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['a header', Buffer.from('%PDF-1.7\n')],
    ['no pages', handWritten([])],
    ['fewer pages than promised', changed('/Count 1', '/Count 3')],
    ['a page whose content is broken', brokenContent()],
    ['a page that would look different when repaired', misspelt()],
  ])('%s are refused', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['no place of its table', changed(/startxref\s+\d+\s/, '')],
    ['a wrong place of its table', changed(/startxref\s+\d+\s/, 'startxref\n7\n')],
    ['something behind its end', Buffer.concat([handWritten([page]), Buffer.from('<html></html>\n\0\0\0')])],
  ])('a file with %s is repaired', async (_, bytes) => {
    const repaired = (await convertPdf(bytes, 'pdf')).bytes;
    expect(await askQpdf(['--check'], repaired)).toMatchObject({ exitCode: 0 });
    const [after, before] = [repaired, handWritten([page])].map(async (pdf) => (await convertPdf(pdf, 'png')).bytes);
    expect((await after)?.equals((await before) as Buffer)).toBe(true);
  });
});

describe('size', () => {
  it('ten thousand pages are written anew, one more is refused', async () => {
    expect(await outcome(handWritten(Array.from({ length: 10_000 }, () => ({ width: 10, height: 10 }))))).toBe('none');
    const many = handWritten(Array.from({ length: 10_001 }, () => ({ width: 10, height: 10 })));
    expect(await outcome(many)).toBe('TOO_COMPLEX');
  });

  it.each([
    ['an array in an array, a million deep', changed('/MediaBox', `/X ${'['.repeat(1e6)}${']'.repeat(1e6)}/MediaBox`)],
  ])('%s is refused in little memory', async (_, pdf) => {
    const { value, megabytes } = await peakMemory(() => outcome(pdf));
    expect(['UNREADABLE_FILE', 'TOO_COMPLEX']).toContain(value);
    expect(megabytes).toBeLessThan(1500);
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
