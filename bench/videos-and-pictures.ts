import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { photo } from '../test/support/pictures.ts';
import { makeLecture } from './lecture.ts';
import { median, table, timed } from './measure.ts';
import { type RunningService, startService } from './running-service.ts';

const PICTURES = 100;
const ROUNDS = 3;
/** So long that VP9 takes more time than one call has: it is encoded in chunks, each longer than all rounds last. */
const MINUTES = 5;
/** After which the videos are planned and their first chunks are begun, in milliseconds. */
const BEGUN = 15_000;

/** A hundred pictures at once, alone and while two long videos are encoded: goal 1.5 times as long. */
export async function benchVideosAndPictures(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-videos-'));
  const service = await startService();
  try {
    const picture = await photo(1600, 1200);
    const lecture = readFileSync(await makeLecture(folder, MINUTES));
    await convertPictures(service, picture); // The hosts are started.
    const alone = await rounds(service, picture);
    const videos = [1, 2].map(() => service.convert(lecture, 'lecture.mkv', 'webm'));
    await setTimeout(BEGUN);
    const beside = await rounds(service, picture);
    for (const { conversion_id: id } of await Promise.all(videos)) await expectProcessing(service, id);
    const row = [alone, beside].map((time) => `${(time / 1000).toFixed(1)} s`);
    return table(
      [`${PICTURES} pictures of 1600 x 1200, jpg to webp`, 'alone', 'beside two videos', 'times (goal 1.5)'],
      [['', ...row, (beside / alone).toFixed(2)]],
    );
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rounds(service: RunningService, picture: Uint8Array): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(() => convertPictures(service, picture)));
  return median(times);
}

function convertPictures(service: RunningService, picture: Uint8Array): Promise<unknown> {
  return Promise.all(Array.from({ length: PICTURES }, () => service.fetchResult(picture, 'photo.jpg', 'webp')));
}

/** A video that is not under way any more has kept nobody from anything. */
async function expectProcessing({ origin }: RunningService, id: string): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/status/${id}`);
  const { data } = (await answer.json()) as { data: { status: string } };
  if (data.status !== 'processing') throw new Error(`A video is ${data.status} before all pictures are converted.`);
}
