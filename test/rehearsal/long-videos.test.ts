import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineCall } from '../../functions/conversion/engine-call.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convert, download, settled } from './account/client.ts';
import { POSSIBLE, useAccount } from './account/use-account.ts';

const ENGINE = 'Engines/Ffmpeg';
const COORDINATOR = 'LongVideos';
const FRAMES = 125;
/** A video of five seconds with a key frame in each. */
const SOURCE = ['-f', 'lavfi', '-i', 'testsrc2=size=160x96:rate=25:duration=5', '-c:v', 'mpeg4', '-g', '25'];

describe.skipIf(!POSSIBLE)('a long video, as synthesised in an app of its own', { timeout: 180_000 }, () => {
  const folder = temporaryFolder();
  const here = useAccount(undefined, 'ownSynthesis');
  /** Of which chunk, by its beginning, each call of the engine was; the last is the join. */
  let calls: (number | 'join')[];

  beforeEach(() => {
    calls = [];
    if (!POSSIBLE) return;
    here.account.onCall = divided;
    here.account.durable.onCheckpoint = () => false;
    here.account.recorder.calls.length = 0;
  });

  /** Has the engine divide a video that is not long, and notes for what it is called then. */
  function divided(path: string, event: Buffer): Buffer {
    const { chunks, ...call } = JSON.parse(event.toString()) as EngineCall;
    if (path !== ENGINE || !chunks) return event;
    if (chunks.step === 'plan')
      return Buffer.from(JSON.stringify({ ...call, chunks: { ...chunks, seconds: 1, always: true } }));
    calls.push(chunks.step === 'join' ? 'join' : chunks.start);
    return event;
  }

  /** How many conversions the coordinator has counted. */
  const counted = () => here.account.logOf(COORDINATOR).split('"Conversions":1').length - 1;

  /** Converts the video, which has to become ready, whole, and be counted once. */
  async function convertLongVideo(): Promise<void> {
    const before = counted();
    const path = join(folder, 'lecture.mkv');
    await runFfmpeg('ffmpeg', '-y', ...SOURCE, path);
    const answer = await convert(here.account, { name: 'lecture.mkv', content: readFileSync(path) }, 'webm');
    expect(answer.status, answer.body.toString()).toBe(200);
    const { conversion_id: id } = answer.json().data;
    const { data } = (await settled(here.account, id)).json();
    expect(data).toMatchObject({ status: 'ready', result_format: 'webm' });
    expect(await here.account.durable.endOf(id)).toBe('SUCCEEDED');
    writeFileSync(path, (await download(here.account, id)).body);
    const count = ['-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0'];
    expect(Number(await runFfmpeg('ffprobe', ...count, path))).toBe(FRAMES);
    expect(counted() - before).toBe(1);
  }

  /** How often the engine was called for each chunk, and for the join. */
  const times = () => Object.values(Object.groupBy(calls, String)).map((list) => list?.length);

  it('is converted in chunks, each once, by functions that may do all that they do for that', async () => {
    await convertLongVideo();
    expect(times()).toEqual([1, 1, 1, 1, 1, 1]);
    const did = here.account.recorder.calls.filter(({ from }) => from === COORDINATOR);
    for (const action of ['CheckpointDurableExecution', 'GetDurableExecutionState', 'InvokeFunction'])
      expect(did.map((call) => call.action)).toContain(`lambda:${action}`);
    const stored = here.account.recorder.calls.filter(
      ({ from, action }) => from === ENGINE && action === 's3:PutObject',
    );
    expect(stored.map(({ signer }) => signer)).toEqual(Array(6).fill(COORDINATOR));
  });

  it.each([
    ['where answers to checkpoints get lost', () => undefined],
    ['where its coordinator dies after each checkpoint', () => here.account.kill(COORDINATOR)],
  ])('is not done twice %s', async (_, happens) => {
    let checkpoints = 0;
    here.account.durable.onCheckpoint = () => {
      checkpoints += 1;
      happens();
      return true;
    };
    await convertLongVideo();
    expect(checkpoints).toBeGreaterThan(5);
    expect(times()).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
