import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { readForm, type TakePart } from '../../functions/http/form-stream.ts';
import { multipartBody, type RawPart } from '../support/multipart-body.ts';
import { seededRandom } from '../support/random.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const PARTS: readonly RawPart[] = [
  { name: 'file', filename: 'Übersicht 图片.jpg', content: `x\r\n--${BOUNDARY.slice(0, -1)}\r\n\r\n--` },
  { name: 'target_format', content: 'png' },
  { name: 'quality', content: '' },
];

/** A body in pieces of any size, as a network delivers it. */
function inPieces(body: Buffer, random: () => number, longest = 40): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const length = 1 + Math.floor(random() * longest);
    pieces.push(body.subarray(at, at + length));
    at += length;
  }
  return Readable.from(pieces);
}

/** What a reading comes to: the parts, or the code of the refusal. */
async function outcome(reading: () => unknown): Promise<unknown> {
  try {
    return await reading();
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const readAll: TakePart = async ({ content }) => {
  for await (const _ of content);
};

function mutate(body: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(body);
  const at = Math.floor(random() * copy.length);
  const to = at + Math.floor(random() * 30);
  switch (Math.floor(random() * 5)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(to)]);
    case 2:
      return Buffer.concat([copy.subarray(0, to), copy.subarray(at)]);
    case 3:
      copy[at] = Math.floor(random() * 256);
      return copy;
    default:
      return Buffer.concat([copy.subarray(0, at), Buffer.from('\r\n'), copy.subarray(at)]);
  }
}

const SHORT = 'a-boundary';

interface Shape {
  readonly preamble?: string;
  /** After each boundary. */
  readonly padding?: string;
  /** After the closing boundary. */
  readonly end?: string;
  /** Of the file. */
  readonly headers?: string;
}

function shaped({ preamble = '', padding = '', end = '\r\n', headers = '' }: Shape): Buffer {
  return Buffer.from(
    `${preamble}--${SHORT}${padding}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n${headers}\r\n` +
      `content\r\n--${SHORT}${padding}\r\nContent-Disposition: form-data; name="target_format"\r\n\r\npng\r\n` +
      `--${SHORT}--${end}`,
  );
}

describe('a form that comes in as a stream', () => {
  it('has its parts, wherever it is cut', async () => {
    const random = seededRandom(5);
    const body = multipartBody(BOUNDARY, PARTS);
    const parts = PARTS.map(({ name, filename, content }) => ({ name, filename, size: Buffer.byteLength(content) }));
    for (let round = 0; round < 200; round += 1) {
      expect(await readForm(inPieces(body, random, 1 + round), BOUNDARY, readAll)).toEqual(parts);
    }
  });

  it('is read to its end when nobody wants it any more', async () => {
    const body = inPieces(multipartBody(BOUNDARY, PARTS), seededRandom(9));
    const refuse = async () => {
      throw new Error('Not wanted');
    };
    await expect(readForm(body, BOUNDARY, refuse)).rejects.toThrow('Not wanted');
    expect(body.readableEnded).toBe(true);
  });

  it('that breaks off breaks off for whoever reads it', async () => {
    const whole = multipartBody(BOUNDARY, PARTS);
    async function* breaking() {
      yield whole.subarray(0, whole.indexOf('\r\n\r\n') + 10);
      await setTimeout(20);
      throw new Error('ECONNRESET');
    }
    const seen: unknown[] = [];
    const take: TakePart = (part) => readAll(part).catch((error) => void seen.push(error));
    await expect(readForm(Readable.from(breaking()), BOUNDARY, take)).rejects.toThrow(/broke off/);
    expect(String(seen[0])).toMatch(/broke off/);
  });

  it('is read as it is as a whole, or refused: 500 damaged bodies', async () => {
    const random = seededRandom(7);
    const body = multipartBody(BOUNDARY, PARTS);
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < 500; round += 1) {
      const damaged = mutate(body, random);
      const whole = await outcome(() => readForm(Readable.from([damaged]), BOUNDARY, readAll));
      const streamed = await outcome(() => readForm(inPieces(damaged, random), BOUNDARY, readAll));
      expect(streamed).toEqual(whole);
      if (whole === 'INVALID_REQUEST') outcomes.refused += 1;
      else outcomes.read += 1;
    }
    expect(outcomes.read).toBeGreaterThan(50);
    expect(outcomes.refused).toBeGreaterThan(50);
  });

  it.each<[string, Shape, string?]>([
    ['as browsers write it', {}],
    ['with blanks after its boundaries', { padding: ' \t ' }],
    ['with blanks after its closing boundary', { end: ' \t \r\n' }],
    ['with nothing after its closing boundary', { end: '' }],
    ['with an epilogue', { end: '\r\nepilogue\r\n--a-boundary\r\n\r\n' }],
    ['with a preamble', { preamble: 'preamble\r\n' }],
    ['with letters after a boundary', { padding: 'x' }, 'INVALID_REQUEST'],
    ['with very many blanks after a boundary', { padding: ' '.repeat(300) }, 'INVALID_REQUEST'],
    ['with part headers of 15 kB', { headers: `X-Filler: ${'x'.repeat(15_000)}\r\n` }],
    ['with part headers of 20 kB', { headers: `X-Filler: ${'x'.repeat(20_000)}\r\n` }, 'INVALID_REQUEST'],
    ['with a line that is no header', { headers: 'no header\r\n' }],
    ['with very many headers', { headers: 'a:\r\n'.repeat(3000) }],
  ])('may come byte by byte, %s', async (_, shape, refusal) => {
    const body = shaped(shape);
    const contents: Record<string, string> = {};
    const take: TakePart = async ({ name, content }) => {
      contents[name] = await text(Readable.from(content));
    };
    const read = outcome(() =>
      readForm(
        inPieces(body, () => 0),
        SHORT,
        take,
      ),
    );
    if (refusal) expect(await read).toBe(refusal);
    else
      expect([await read, contents]).toMatchObject([
        [{ filename: 'a.jpg' }, {}],
        { file: 'content', target_format: 'png' },
      ]);
  });
});

describe('a body of the worst tokens, 4 MB of them', () => {
  const HEAD = `--${SHORT}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const ALMOST = `\r\n--${SHORT.slice(0, -1)}`;
  it.each([
    ['boundaries', '', `\r\n--${SHORT}`],
    ['parts', '', `\r\n--${SHORT}\r\n\r\n`],
    ['new lines', '', '\r\n'],
    ['new lines in a part', HEAD, '\r\n'],
    ['returns in a part', HEAD, '\r'],
    ['almost boundaries before the first', '', ALMOST],
    ['almost boundaries in a part', HEAD, ALMOST],
    ['hyphens in a part', HEAD, '-'],
    ['blanks after a boundary', `--${SHORT}`, ' '],
    ['escaped quotes in a name', `--${SHORT}\r\nContent-Disposition: form-data; name="`, '\\" '],
    ['semicolons in a header', `--${SHORT}\r\nContent-Disposition: form-data`, ';'],
    ['folded lines in a header', `--${SHORT}\r\nContent-Disposition: form-data`, '\r\n '],
  ])('%s', async (_, head, token) => {
    const size = 4 * 1024 * 1024;
    const worst = Buffer.concat([Buffer.from(head), Buffer.alloc(size, token), Buffer.from(`\r\n--${SHORT}--`)]);
    const started = performance.now();
    const pieces = Array.from({ length: worst.length / 1000 }, (_, at) => worst.subarray(at * 1000, (at + 1) * 1000));
    await outcome(() => readForm(Readable.from(pieces), SHORT, readAll));
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
