import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { expectResult } from '../media/expectations.ts';
import { makeSource } from '../media/sources.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertWith } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const PAIRS = Object.entries(coveringPairs(ffmpeg.conversions)) as [FormatName, readonly FormatName[]][];

/** Pairs of one source together, two at a time. */
describe('ffmpeg converts', () => {
  it.each(PAIRS)(
    '%s',
    async (source, targets) => {
      const sourcePath = await makeSource(source, folder);
      const queue = [...targets];
      const failures: string[] = [];
      const work = async () => {
        for (let target = queue.shift(); target; target = queue.shift()) {
          const failure = await convert(source, sourcePath, target).catch((error: Error) => describeFailure(error));
          if (failure) failures.push(`to ${target}: ${failure}`);
        }
      };
      await Promise.all([work(), work()]);
      expect(failures).toEqual([]);
    },
    180_000,
  );

  it('lists enough', () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(PAIRS.flatMap(([, targets]) => targets)).size).toBeGreaterThanOrEqual(25);
  });
});

async function convert(source: FormatName, sourcePath: string, target: FormatName): Promise<undefined> {
  const job = mkdtempSync(join(folder, 'job-'));
  const { path, format } = await convertWith(ffmpeg, {
    sourcePath,
    sourceFormat: source,
    targetFormat: target,
    quality: 'medium',
    folder: job,
  });
  expect(format).toBe(target);
  await expectResult(path, source, target);
  await rm(job, { recursive: true });
}

function describeFailure(error: Error): string {
  return `${error.message} ${String(error.cause ?? '').slice(-300)}`;
}
