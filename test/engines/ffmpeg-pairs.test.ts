import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { expectResult } from '../media/expectations.ts';
import { makeSource } from '../media/sources.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertWith } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 180_000, maxConcurrency: 2 });
const folder = temporaryFolder();

const PAIRS = (Object.entries(coveringPairs(ffmpeg.conversions)) as [FormatName, readonly FormatName[]][]).flatMap(
  ([source, targets]) => targets.map((target) => [source, target] as const),
);

it.concurrent.each(PAIRS)('ffmpeg converts %s to %s', async (sourceFormat, targetFormat) => {
  const job = mkdtempSync(join(folder, 'job-'));
  const sourcePath = await makeSource(sourceFormat, job);
  const formats = { sourceFormat, targetFormat, quality: 'medium' } as const;
  const { path, format } = await convertWith(ffmpeg, { sourcePath, ...formats, folder: job });
  expect(format).toBe(targetFormat);
  await expectResult(path, sourceFormat, targetFormat);
  await rm(job, { recursive: true });
});
