import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { LARGEST_UPLOAD } from '../../functions/conversion/conversion.ts';
import { look } from '../media/look.ts';
import { curl } from '../support/curl.ts';
import { useLocalService } from '../support/local-service.ts';
import { writeWav } from '../support/sound.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const service = useLocalService();
const folder = temporaryFolder();
const path = (name: string) => join(folder, name);

/** Asks until a conversion that outlasts its answer is done. */
async function settled({ status, body }: Awaited<ReturnType<typeof curl>>) {
  let data = body.data;
  while (data?.status === 'processing')
    data = (await curl(`${service.origin}/api/v1/status/${data.conversion_id}`)).body.data;
  return { status, body, data };
}

async function convert(file: string, target: string, ...options: readonly string[]) {
  const form = ['-F', `file=@${path(file)}`, '-F', `target_format=${target}`];
  return settled(await curl(...options, ...form, `${service.origin}/api/v1/convert`));
}

/** Fetches a result and gives where it lies. */
async function download(data: { download_url: string }): Promise<string> {
  const response = await service.request(data.download_url);
  expect(response.status).toBe(200);
  await writeFile(path('result'), await response.bytes());
  return path('result');
}

beforeAll(async () => {
  await writeWav(path('exact.wav'), LARGEST_UPLOAD);
  await writeWav(path('over.wav'), LARGEST_UPLOAD + 1);
}, 120_000);

describe('one POST of a large file, by curl', { timeout: 180_000 }, () => {
  it.each([
    ['waiting to be let in', []],
    ['at once', ['-H', 'Expect:']],
    ['without telling its length', ['-H', 'Transfer-Encoding: chunked']],
  ])('takes exactly 100 MB, %s', async (_, options) => {
    const { status, body, data } = await convert('exact.wav', 'aiff', ...options);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ original_filename: 'exact.wav', original_format: 'wav', target_format: 'aiff' });
    const { duration } = await look(await download(data));
    expect(duration).toBeCloseTo((LARGEST_UPLOAD - 44) / 176_400, 1);
    await vi.waitFor(async () => expect(await service.stored()).toEqual([]));
  });

  it.each([
    ['waiting to be let in', []],
    ['at once', ['-H', 'Expect:']],
    ['without telling its length', ['-H', 'Transfer-Encoding: chunked']],
  ])('refuses one byte more, %s', async (_, options) => {
    const { status, body } = await convert('over.wav', 'flac', ...options);
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'FILE_TOO_LARGE' });
    expect(body).toMatchObject({
      success: false,
      error: expect.stringMatching(/100 MB/),
      timestamp: expect.any(String),
    });
    await vi.waitFor(async () => expect(await service.stored()).toEqual([]));
  });

  it('answers while the conversion is under way, if that is preferred', async () => {
    const form = ['-F', `file=@${path('exact.wav')}`, '-F', 'target_format=mp3', '-F', 'quality=low'];
    const answer = await curl('-H', 'Prefer: respond-async', ...form, `${service.origin}/api/v1/convert`);
    expect(answer.body.data).toMatchObject({ status: 'processing', file_size: null, conversion_time: null });
    expect((await settled(answer)).data.status).toBe('ready');
  });
});
