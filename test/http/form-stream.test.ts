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

describe('a form that comes in as a stream', () => {
  it('has its parts, wherever it is cut', async () => {
    const random = seededRandom(5);
    const body = multipartBody(BOUNDARY, PARTS);
    const parts = PARTS.map(({ name, filename, content }) => ({ name, filename, size: Buffer.byteLength(content) }));
    for (let round = 0; round < 200; round += 1) {
      expect(await readForm(inPieces(body, random, 1 + round), BOUNDARY, readAll)).toEqual(parts);
    }
  });

  it('may be left unread, part by part', async () => {
    const parts = await readForm(inPieces(multipartBody(BOUNDARY, PARTS), seededRandom(8)), BOUNDARY, async () => {});
    expect(parts.map(({ name }) => name)).toEqual(PARTS.map(({ name }) => name));
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

  it('gives contents byte by byte as sent', async () => {
    const random = seededRandom(6);
    const contents: Record<string, string> = {};
    await readForm(inPieces(multipartBody(BOUNDARY, PARTS), random), BOUNDARY, async ({ name, content }) => {
      contents[name] = await text(Readable.from(content));
    });
    for (const { name, content } of PARTS) {
      expect(contents[name]).toBe(content);
    }
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
});
