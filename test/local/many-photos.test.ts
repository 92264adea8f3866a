import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { phonePhoto } from '../../bench/image.ts';
import { read, useLocalService } from '../support/local-service.ts';

const service = useLocalService();

/** More than two processors can do while their senders wait: some run on, most are left to the queue. */
const PHOTOS = 10;

describe('10 large photos at once', () => {
  it('become 10 pictures, in bounded time, each of them ready or still processing when its sender is answered', {
    timeout: 300_000,
  }, async () => {
    const photo = await phonePhoto();
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: PHOTOS }, async () => {
        const { status, body } = await read(service.convert(photo, 'photo.jpg', { target_format: 'webp' }));
        expect([status, body.code]).toEqual([200, undefined]);
        return { id: body.data.conversion_id as string, after: Date.now() - began };
      }),
    );
    // 25 seconds, and what a busy machine adds.
    expect(Math.max(...answers.map(({ after }) => after))).toBeLessThan(40_000);
    for (const { id } of answers) {
      expect((await service.settled(id)).body.data?.status).toBe('ready');
    }
    const [first] = answers;
    const result = await service.request(`/api/v1/download/${first?.id}`);
    const { width, format } = await sharp(Buffer.from(await result.arrayBuffer())).metadata();
    expect([width, format]).toEqual([4000, 'webp']);
  });
});
