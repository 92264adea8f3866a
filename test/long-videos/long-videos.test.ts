import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LocalDurableTestRunner } from '@aws/durable-execution-sdk-js-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chunk, LongVideo } from '../../functions/conversion/chunks.ts';
import { type Conversion, newConversionId, resultKey, sourceKey } from '../../functions/conversion/conversion.ts';
import type { EngineCall } from '../../functions/conversion/engine-call.ts';
import type { EngineEvent } from '../../functions/conversion/engine-events.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { performCall } from '../../functions/engines/perform-call.ts';
import { ENVIRONMENT, engineFunctionVariable } from '../../functions/environment.ts';
import { handler } from '../../functions/long-videos/handler.ts';
import { HostPool } from '../../functions/sandbox/host-pool.ts';
import { services } from '../../functions/services/services.ts';
import { look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testPrograms } from '../support/test-programs.ts';

const FRAMES = 125;
/** With which the pictures are not copied. */
const OPTIONS = { crf: 18 };

const here = useStandIns();
const folder = temporaryFolder();
const isStored = async (key: string) => (await services().files.size(key)) !== undefined;

let pool: HostPool;
let video: Buffer;
let chunks: readonly Chunk[];
/** Of which chunk each call of the engine was, in order; the last is the join. */
let calls: (number | 'join')[];

beforeAll(async () => {
  Object.assign(process.env, {
    [engineFunctionVariable('ffmpeg')]: 'video-engine',
    [ENVIRONMENT.chunksAtOnce]: '2',
  });
  pool = new HostPool(ffmpeg, {
    folder: join(here.folder, 'hosts'),
    size: 2,
    programs: await testPrograms(),
  });
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x96:rate=25:duration=5'];
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5'];
  const codecs = ['-c:v', 'libx264', '-x264-params', 'keyint=25:open-gop=1:bframes=3', '-c:a', 'aac'];
  await runFfmpeg('ffmpeg', '-y', ...picture, ...tone, ...codecs, join(folder, 'source.mp4'));
  video = readFileSync(join(folder, 'source.mp4'));
  chunks = await plan();
  await LocalDurableTestRunner.setupTestEnvironment();
});

afterAll(async () => {
  await LocalDurableTestRunner.teardownTestEnvironment();
  await pool.stop();
});

beforeEach(() => {
  calls = [];
});

/** The chunks of the video, as its engine names them. */
async function plan(): Promise<readonly Chunk[]> {
  const chunks = { step: 'plan', seconds: 1, most: 120, always: true } as const;
  const order = { sourceFormat: 'mp4', targetFormat: 'mkv', quality: 'high', options: OPTIONS } as const;
  const conversion = pool.convert(
    { ...order, chunks },
    async () => video,
    async () => undefined,
  );
  const error = await conversion.catch((thrown: unknown) => thrown);
  if (error instanceof LongVideo) return error.chunks;
  throw error;
}

/** A conversion of the video that dispatch has taken in hand. */
async function claimed(): Promise<Conversion> {
  const id = newConversionId();
  const { fileSize: _, conversionTime: __, ...known } = exampleConversion({ id, state: 'processing' });
  const formats = { originalFormat: 'mp4', targetFormat: 'mkv', resultFormat: 'mkv' } as const;
  const conversion = { ...known, ...formats, quality: 'high', engine: 'ffmpeg', options: OPTIONS } as const;
  const stored = { ...conversion, source: sourceKey(conversion), deadline: Date.now() + 60_000 };
  await services().files.put(stored.source, video, 'video/mp4');
  await services().conversions.create(stored);
  await services().conversions.claim(id, Date.now() + 50_000, 2);
  return stored;
}

type Engine = (call: EngineCall) => Promise<EngineEvent>;

/** Converts the video in chunks. @param engine what its function does @default what it does on AWS */
async function run({ id }: Conversion, engine: Engine = (call) => performCall(call, pool)): Promise<string> {
  const runner = new LocalDurableTestRunner({ handlerFunction: handler });
  runner.registerFunction('video-engine', async (call: EngineCall) => {
    const step = call.chunks;
    calls.push(step?.step === 'encode' ? chunks.findIndex(({ start }) => start === step.start) : 'join');
    return engine(call);
  });
  const execution = await runner.run({ payload: { conversion_id: id, chunks } });
  return String(execution.getStatus());
}

/** What is left in the store of a conversion, but for its result. */
async function leftovers(conversion: Conversion): Promise<string[]> {
  const keys = [conversion.source, ...chunks.map((_, i) => `${resultKey(conversion.id)}.chunk-${i}`)];
  const stored = await Promise.all(keys.map(isStored));
  return keys.filter((_, i) => stored[i]);
}

async function framesOf({ id }: Conversion): Promise<number> {
  const file = await services().files.open(resultKey(id));
  const path = join(folder, `${id}.mkv`);
  writeFileSync(path, await buffer(file?.body ?? Readable.from([])));
  expect((await look(path)).streams.map(({ codec_type: type }) => type)).toEqual(['video', 'audio']);
  const count = ['-count_frames', '-select_streams', 'v:0', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0'];
  return Number(await runFfmpeg('ffprobe', '-v', 'error', ...count, path));
}

const record = ({ id }: Conversion) => services().conversions.find(id);

describe('a long video on AWS', () => {
  it('is encoded in chunks, each once, and joined; nothing is left but the result', async () => {
    expect(chunks.length).toBeGreaterThan(3);
    const conversion = await claimed();
    expect(await run(conversion)).toBe('SUCCEEDED');
    expect(await record(conversion)).toMatchObject({ state: 'ready', resultFormat: 'mkv' });
    expect([...calls].sort()).toEqual([...chunks.map((_, i) => i), 'join']);
    expect(await framesOf(conversion)).toBe(FRAMES);
    expect(await leftovers(conversion)).toEqual([]);
  });

  it('does a chunk again, alone, whose function died', async () => {
    const conversion = await claimed();
    let died = false;
    await run(conversion, async (call) => {
      if (calls.at(-1) === 1 && !died) {
        died = true;
        throw new Error('Runtime exited with error: signal: killed');
      }
      return performCall(call, pool);
    });
    expect((await record(conversion))?.state).toBe('ready');
    expect([...calls].sort()).toEqual([...[...chunks.keys(), 1].sort(), 'join']);
    expect(await framesOf(conversion)).toBe(FRAMES);
  });

  it('fails once, with the sentence of the chunk that failed, and begins no other', async () => {
    const conversion = await claimed();
    const message = 'The file is damaged.';
    await run(conversion, async (call) =>
      calls.at(-1) === 1 ? { event: 'failed', code: 'UNREADABLE_FILE', message, detail: '' } : performCall(call, pool),
    );
    expect(await record(conversion)).toMatchObject({ state: 'failed', failure: { code: 'UNREADABLE_FILE', message } });
    expect(calls.length).toBeLessThan(chunks.length);
    expect(await leftovers(conversion)).toEqual([]);
  });

  it('is ended when its conversion is deleted', async () => {
    const conversion = { ...(await claimed()), account: 'somebody' };
    await run(conversion, async (call) => {
      const end = await performCall(call, pool);
      await services().conversions.fail(conversion.id, { code: 'INTERNAL', message: 'deleted' });
      return end;
    });
    expect(calls.length).toBeLessThan(chunks.length);
    expect(await leftovers(conversion)).toEqual([]);
    expect(await isStored(resultKey(conversion.id))).toBe(false);
  });

  it('believes nothing of what an engine answers that no engine would say', async () => {
    const conversion = await claimed();
    await run(conversion, async () => ({ event: 'done', format: '../../x', seconds: -1 }) as unknown as EngineEvent);
    expect(await record(conversion)).toMatchObject({ state: 'failed', failure: { code: 'ENGINE_FAILED' } });
  }, 120_000);
});
