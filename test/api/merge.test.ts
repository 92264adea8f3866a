import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { flatOpenDocument } from '../documents/open-document.ts';
import { textOfPdf } from '../documents/read-result.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { linkedPdf } from '../pdfs/linked.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService();

const LETTER = flatOpenDocument('text', '<text:p>Dear reader</text:p>').toString();
const SUBTITLES = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';

interface Outline {
  readonly title: string;
  readonly destpageposfrom1: number;
}

const post = (form: FormData) => service.request('/api/v1/convert', { method: 'POST', body: form });

/** A form of several files, with `merge` before them. */
function formOf(files: Readonly<Record<string, Buffer>>): FormData {
  const form = new FormData();
  form.set('target_format', 'pdf');
  form.set('merge', 'true');
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([new Uint8Array(content)]), name);
  return form;
}

/** The record of a conversion that is done, and how many pages its result has. */
async function done(answer: Promise<Response>) {
  const { status, body } = await read(answer);
  expect([status, body.error]).toEqual([200, undefined]);
  const { data } = body;
  await service.settled(data.conversion_id);
  const result = await service.request(data.download_url);
  const bytes = Buffer.from(await result.bytes());
  return { data, bytes, name: result.headers.get('content-disposition') };
}

const pagesOf = async (pdf: Buffer) => Number((await askQpdf(['--show-npages'], pdf)).stdout);

describe('several files in one request', { timeout: 120_000 }, () => {
  it('become one PDF, larger than one event holds', async () => {
    // What lies behind the end of a JPEG is passed over.
    const large = Buffer.concat([await photo(), randomBytes(12_000_000)]);
    const { bytes } = await done(post(formOf({ 'a.pdf': linkedPdf('A'), 'large.jpg': large })));
    expect(await pagesOf(bytes)).toBe(4);
  });

  it('become one PDF, documents and drawings of every kind among them', async () => {
    const { data, bytes, name } = await done(
      post(
        formOf({
          'letter.fodt': Buffer.from(LETTER),
          'a.pdf': linkedPdf('A'),
          'notes.md': Buffer.from('# Notes\n\nOf a meeting.\n'),
          'dot.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
          'photo.jpg': await photo(),
        }),
      ),
    );
    expect(data).toMatchObject({
      original_filename: 'letter and 4 more.zip',
      original_format: 'zip',
      options: { merge: true },
    });
    expect(name).toContain('letter and 4 more.pdf');
    const { stdout } = await askQpdf(['--json', '--json-key=outlines'], bytes);
    const pages = JSON.parse(stdout).outlines.map((entry: Outline) => `${entry.title} ${entry.destpageposfrom1}`);
    expect(pages).toEqual(['letter 1', 'a 2', 'notes 5', 'dot 6', 'photo 7']);
    expect(textOfPdf(bytes)).toMatch(/Dear reader.*Of a meeting/s);
    // Neither the documents nor what they became stays behind.
    expect((await service.stored()).filter((key) => key.includes('.part-'))).toEqual([]);
  });

  it.each([
    ['a damaged PDF', { 'b.pdf': '%PDF-1.7 nothing' }, 'UNREADABLE_FILE', 'File 2 "b.pdf" cannot be joined'],
    ['a damaged document', { 'b.fodt': LETTER.slice(0, -30) }, 'UNREADABLE_FILE', 'File 2 "b.fodt" cannot be joined'],
    [
      'subtitles',
      { 'b.srt': SUBTITLES },
      'UNSUPPORTED_CONVERSION',
      'it is an srt file, which cannot be converted to pdf',
    ],
  ])('are refused by the place and name of the one that is at fault: %s', async (_, bad, code, message) => {
    const texts = Object.entries(bad).map(([name, text]) => [name, Buffer.from(text)] as const);
    const { status, body } = await read(post(formOf({ 'a.txt': Buffer.from('words'), ...Object.fromEntries(texts) })));
    expect([status, body.code]).toEqual([400, code]);
    expect(body.error).toContain(message);
  });
});
