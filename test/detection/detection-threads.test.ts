import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { type DetectionThreads, detectFormat } from '../../functions/detection/detect.ts';
import { ThreadPool } from '../../functions/detection/thread-pool.ts';

const CONTENT = Buffer.from('abc');

describe('detection in threads', () => {
  const threads = (limit = 1000, longestWait = 10_000): DetectionThreads =>
    new ThreadPool({ program: 'test/detection/endless-program.ts', threads: 2, limit, longestWait });
  const detect = (filename: string, pool: DetectionThreads) => detectFormat(CONTENT, filename, pool);
  const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

  it('answers, and leaves the content as it is', async () => {
    const pool = threads();
    expect(await detect('a', pool)).toBe('png');
    expect(CONTENT.toString()).toBe('abc');
    await expect(detectFormat(Buffer.alloc(4), 'a', pool)).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });

  it.each(['loop', 'expression'])('ends a %s at the limit, and goes on with the next file', async (filename) => {
    const pool = threads();
    await detect('a', pool);
    const begin = performance.now();
    const error = await failure(detect(filename, pool));
    expect(performance.now() - begin).toBeGreaterThan(990);
    expect(performance.now() - begin).toBeLessThan(2500);
    expect(error).toBeInstanceOf(ConversionError);
    expect(error).toMatchObject({ code: 'UNKNOWN_FORMAT', message: expect.stringContaining('within five seconds') });
    expect(await detect('a', pool)).toBe('png');
  });

  it('reports exceeded memory as too complex, and other failures as our fault', async () => {
    const pool = threads(10_000);
    expect(await failure(detect('memory', pool))).toMatchObject({ code: 'UNKNOWN_FORMAT' });
    for (const filename of ['fault', 'end']) {
      const error = await failure(detect(filename, pool));
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(ConversionError);
    }
    expect(await detect('a', pool)).toBe('png');
  });

  it('does not count the time of earlier files', async () => {
    const pool = threads(300);
    const loops = ['loop', 'loop', 'loop', 'loop'].map((name) => failure(detect(name, pool)));
    const [honest, ...ended] = await Promise.all([detect('a', pool), ...loops]);
    expect(honest).toBe('png');
    for (const error of ended) expect(error).toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });

  it('limits the time of waiting for a thread', async () => {
    const pool = threads(1000, 200);
    const loops = ['loop', 'loop'].map((name) => failure(detect(name, pool)));
    const error = await failure(detect('a', pool));
    expect(error).not.toBeInstanceOf(ConversionError);
    expect(error).toMatchObject({ message: expect.stringContaining('200 ms') });
    await Promise.all(loops);
    expect(await detect('a', pool)).toBe('png');
  });
});
