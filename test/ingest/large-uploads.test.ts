import { writeFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { LARGEST_UPLOAD } from '../../functions/conversion/conversion.ts';
import { services } from '../../functions/services/services.ts';
import { look } from '../media/look.ts';
import { curl } from '../support/curl.ts';
import { useLocalService } from '../support/local-service.ts';
import { multipartBody, type RawPart } from '../support/multipart-body.ts';
import { seededRandom } from '../support/random.ts';
import { wav } from '../support/sound.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const service = useLocalService();
const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const BOUNDARY = 'boundary-of-a-test';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const FILE: RawPart = { name: 'file', filename: 'a.wav', content: wav(12_000_000) };
const TARGET: RawPart = { name: 'target_format', content: 'mp3' };

/** A request to /convert, whose body is for the test to write. */
function open(headers: Record<string, string | number>): ClientRequest {
  const request = httpRequest(`${service.origin}/api/v1/convert`, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': TYPE, ...headers },
  });
  request.on('error', () => undefined);
  return request;
}

/** What is stored, but for results, once what goes on behind has settled: a broken upload may have more to come. */
async function storedInTheEnd(): Promise<string[]> {
  let found: string[] = [];
  for (let looks = 0, quiet = 0; looks < 150 && quiet < 4; looks += 1) {
    found = (await service.stored()).filter((key) => !key.startsWith('results/'));
    quiet = found.length > 0 ? 0 : quiet + 1;
    await setTimeout(100);
  }
  return found;
}

/** The records of all conversions that were begun. */
async function records(): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { id } of services().conversions.findOverdue()) found.push(id);
  return found;
}

describe('a large upload that breaks off', { timeout: 120_000 }, () => {
  it('leaves nothing behind, at 50 random points', async () => {
    const random = seededRandom(50);
    const body = multipartBody(BOUNDARY, [FILE, TARGET]);
    const breakOff = async () => {
      const request = open({ 'Content-Length': body.length });
      const length = Math.floor(random() * body.length);
      await new Promise<void>((resolve) => request.write(body.subarray(0, length), () => resolve()));
      await setTimeout(random() * 50);
      request.destroy();
    };
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 10 }, breakOff));
    expect(await storedInTheEnd()).toEqual([]);
    expect(await records()).toEqual([]);
    const { body: after } = await service.convertStream(FILE, TARGET);
    expect(after.data.status).toBe('ready');
  });

  it('is dropped when its client falls silent', async () => {
    const body = multipartBody(BOUNDARY, [FILE, TARGET]);
    const request = open({ 'Content-Length': body.length });
    const closed = new Promise((resolve) => request.once('close', resolve));
    request.write(body.subarray(0, 11_000_000));
    await closed;
    expect(await storedInTheEnd()).toEqual([]);
  });

  it('is dropped when it is shorter than it says', async () => {
    const body = multipartBody(BOUNDARY, [FILE, TARGET]);
    const socket = connect(Number(new URL(service.origin).port), 'localhost');
    const head = `POST /api/v1/convert HTTP/1.1\r\nHost: x\r\nContent-Type: ${TYPE}\r\nContent-Length: ${body.length - 1000}\r\n\r\n`;
    socket.write(head);
    socket.end(body.subarray(0, -1000));
    await socket.toArray();
    expect(await storedInTheEnd()).toEqual([]);
  });
});

describe('a large upload', { timeout: 60_000 }, () => {
  it('has its fields before or after the file, and no need of a length', async () => {
    for (const parts of [
      [FILE, TARGET, { name: 'quality', content: 'low' }],
      [{ name: 'quality', content: 'low' }, TARGET, FILE],
    ]) {
      const { status, body } = await service.convertStream(...parts);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ original_filename: 'a.wav', original_format: 'wav', target_format: 'mp3' });
      await (await service.request(body.data.download_url)).arrayBuffer();
    }
    expect(await storedInTheEnd()).toEqual([]);
  });

  it.each<[string, RawPart[], string]>([
    ['an empty file', [{ ...FILE, content: '' }, TARGET], 'EMPTY_FILE'],
    ['a file of no format', [{ ...FILE, content: Buffer.alloc(3_000_000, 7) }, TARGET], 'UNKNOWN_FORMAT'],
    ['half a file', [{ ...FILE, content: wav(12_000_000).subarray(0, 40) }, TARGET], 'UNREADABLE_FILE'],
  ])('is refused with %s, and nothing of it is stored', async (_, parts, code) => {
    const { status, body } = await service.convertStream(...parts);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(body).toMatchObject({ success: false, timestamp: expect.any(String), request_id: expect.any(String) });
    expect(await storedInTheEnd()).toEqual([]);
  });
});

function convert(file: string, target: string, ...options: readonly string[]) {
  const form = ['-F', `file=@${path(file)}`, '-F', `target_format=${target}`];
  return curl(...options, ...form, `${service.origin}/api/v1/convert`);
}

/** Fetches a result as soon as it is there, and gives where it lies. */
async function download(data: { conversion_id: string; download_url: string }): Promise<string> {
  await service.settled(data.conversion_id);
  const response = await service.request(data.download_url);
  expect(response.status).toBe(200);
  await writeFile(path('result'), await response.bytes());
  return path('result');
}

beforeAll(async () => {
  await writeFile(path('exact.wav'), wav(LARGEST_UPLOAD));
  await writeFile(path('over.wav'), wav(LARGEST_UPLOAD + 1));
}, 120_000);

describe('one POST of a large file, by curl', { timeout: 180_000 }, () => {
  it.each([
    ['waiting to be let in', []],
    ['at once', ['-H', 'Expect:']],
    ['without telling its length', ['-H', 'Transfer-Encoding: chunked']],
  ])('takes exactly 100 MB, and refuses one byte more, %s', async (_, options) => {
    const { status, body } = await convert('exact.wav', 'aiff', ...options);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ original_filename: 'exact.wav', original_format: 'wav', target_format: 'aiff' });
    const { duration } = await look(await download(body.data));
    expect(duration).toBeCloseTo((LARGEST_UPLOAD - 44) / 176_400, 1);
    const over = await convert('over.wav', 'flac', ...options);
    expect(over).toMatchObject({
      status: 413,
      body: { success: false, code: 'FILE_TOO_LARGE', error: expect.stringMatching(/100 MB/) },
    });
    expect(await storedInTheEnd()).toEqual([]);
  });

  it('answers while the conversion is under way, if that is preferred', async () => {
    await writeFile(path('shorter.wav'), FILE.content);
    const { data } = (await convert('shorter.wav', 'mp3', '-F', 'quality=low', '-H', 'Prefer: respond-async')).body;
    expect(data).toMatchObject({ status: 'processing', file_size: null, conversion_time: null });
    expect((await service.settled(data.conversion_id)).body.data.status).toBe('ready');
  });
});
