import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { readForm, type TakePart } from '../../functions/http/form-stream.ts';
import { listParts } from '../../functions/http/multipart.ts';
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
  it('has the parts that the same form has as a whole, wherever it is cut', async () => {
    const random = seededRandom(5);
    const body = multipartBody(BOUNDARY, PARTS);
    for (let round = 0; round < 200; round += 1) {
      const parts = await readForm(inPieces(body, random, 1 + round), BOUNDARY, readAll);
      expect(parts).toEqual(listParts(body, BOUNDARY));
    }
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

  it('is read as it is as a whole, or refused: 3000 damaged bodies', { timeout: 120_000 }, async () => {
    const random = seededRandom(7);
    const body = multipartBody(BOUNDARY, PARTS);
    const different: unknown[] = [];
    let same = 0;
    for (let round = 0; round < 3000; round += 1) {
      const damaged = mutate(body, random);
      const whole = await outcome(() => listParts(damaged, BOUNDARY));
      const streamed = await outcome(() => readForm(inPieces(damaged, random), BOUNDARY, readAll));
      if (JSON.stringify(whole) === JSON.stringify(streamed)) same += 1;
      // Header lines that are none are passed over in the one and refused in the other.
      else if (streamed !== 'INVALID_REQUEST') different.push([damaged.toString('latin1'), whole, streamed]);
    }
    expect(different).toEqual([]);
    expect(same).toBeGreaterThan(2900);
  });
});
