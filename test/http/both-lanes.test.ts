import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { readConvertForm } from '../../functions/http/convert-form.ts';
import { checkParts } from '../../functions/http/convert-parts.ts';
import { readForm } from '../../functions/http/form-stream.ts';
import { postEvent } from '../support/event.ts';

const BOUNDARY = 'a-boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface Shape {
  readonly preamble?: string;
  /** After each boundary. */
  readonly padding?: string;
  /** After the closing boundary. */
  readonly end?: string;
  /** Of the file. */
  readonly headers?: string;
}

function body({ preamble = '', padding = '', end = '\r\n', headers = '' }: Shape): Buffer {
  return Buffer.from(
    `${preamble}--${BOUNDARY}${padding}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n${headers}\r\n` +
      `content\r\n--${BOUNDARY}${padding}\r\nContent-Disposition: form-data; name="target_format"\r\n\r\npng\r\n` +
      `--${BOUNDARY}--${end}`,
  );
}

/** What both lanes make of a body: the code of the refusal, or the file and the fields. */
async function inBothLanes(content: Buffer): Promise<unknown[]> {
  const whole = readConvertForm(postEvent(content, TYPE)).then(({ filename, content, fields }) => ({
    filename,
    content: Buffer.from(content).toString(),
    target: fields.target_format,
  }));
  const contents: Record<string, string> = {};
  const pieces = Readable.from(Array.from({ length: content.length }, (_, at) => content.subarray(at, at + 1)));
  const streamed = readForm(pieces, BOUNDARY, async (part) => {
    contents[part.name] = Buffer.concat(await Readable.from(part.content).toArray()).toString();
  }).then((parts) => ({ filename: checkParts(parts), content: contents.file, target: contents.target_format }));
  return Promise.all([whole, streamed].map((reading) => reading.catch(codeOf)));
}

function codeOf(error: unknown): string {
  if (error instanceof ConversionError) return error.code;
  throw error;
}

const READ = { filename: 'a.jpg', content: 'content', target: 'png' };

describe('in both lanes a body', () => {
  it.each<[string, Shape, unknown]>([
    ['as browsers write it', {}, READ],
    ['with blanks after its boundaries', { padding: ' \t ' }, READ],
    ['with blanks after its closing boundary', { end: ' \t \r\n' }, READ],
    ['with nothing after its closing boundary', { end: '' }, READ],
    ['with an epilogue', { end: '\r\nepilogue\r\n--a-boundary\r\n\r\n' }, READ],
    ['with a preamble', { preamble: 'preamble\r\n' }, READ],
    ['with letters after a boundary', { padding: 'x' }, 'INVALID_REQUEST'],
    ['with very many blanks after a boundary', { padding: ' '.repeat(300) }, 'INVALID_REQUEST'],
    ['with part headers of 15 kB', { headers: `X-Filler: ${'x'.repeat(15_000)}\r\n` }, READ],
    ['with part headers of 20 kB', { headers: `X-Filler: ${'x'.repeat(20_000)}\r\n` }, 'INVALID_REQUEST'],
    ['with a line that is no header', { headers: 'no header\r\n' }, READ],
    ['with very many headers', { headers: 'a:\r\n'.repeat(3000) }, READ],
  ])('%s', async (_, shape, outcome) => {
    expect(await inBothLanes(body(shape))).toEqual([outcome, outcome]);
  });
});

describe('a body of the worst tokens, 4 MB of them', () => {
  const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const ALMOST = `\r\n--${BOUNDARY.slice(0, -1)}`;
  it.each([
    ['boundaries', '', `\r\n--${BOUNDARY}`],
    ['parts', '', `\r\n--${BOUNDARY}\r\n\r\n`],
    ['new lines', '', '\r\n'],
    ['new lines in a part', HEAD, '\r\n'],
    ['returns in a part', HEAD, '\r'],
    ['almost boundaries before the first', '', ALMOST],
    ['almost boundaries in a part', HEAD, ALMOST],
    ['hyphens in a part', HEAD, '-'],
    ['blanks after a boundary', `--${BOUNDARY}`, ' '],
    ['escaped quotes in a name', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="`, '\\" '],
    ['semicolons in a header', `--${BOUNDARY}\r\nContent-Disposition: form-data`, ';'],
    ['folded lines in a header', `--${BOUNDARY}\r\nContent-Disposition: form-data`, '\r\n '],
  ])('%s', async (_, head, token) => {
    const size = 4 * 1024 * 1024;
    const worst = Buffer.concat([Buffer.from(head), Buffer.alloc(size, token), Buffer.from(`\r\n--${BOUNDARY}--`)]);
    const started = performance.now();
    await readConvertForm(postEvent(worst, TYPE)).catch(codeOf);
    const pieces = Array.from({ length: worst.length / 1000 }, (_, at) => worst.subarray(at * 1000, (at + 1) * 1000));
    await readForm(Readable.from(pieces), BOUNDARY, async ({ content }) => {
      for await (const _ of content);
    }).catch(codeOf);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('is no worse for a boundary that repeats itself', async () => {
    const boundary = `${'a'.repeat(198)}b`;
    const worst = Buffer.concat([Buffer.alloc(4 * 1024 * 1024, 'a'), Buffer.from(`\r\n--${boundary}--`)]);
    const started = performance.now();
    expect(await readForm(Readable.from([worst]), boundary, async () => {})).toEqual([]);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
