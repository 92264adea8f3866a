import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../../../functions/conversion/catalogue.ts';
import { chooseEngine } from '../../../functions/conversion/choose-engine.ts';
import { ConversionError } from '../../../functions/conversion/errors.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import {
  checkOptions,
  type OptionSchema,
  type Options,
  type OptionValue,
} from '../../../functions/conversion/options.ts';
import { STATUS_CODES } from '../../../functions/http/status-codes.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { convertWith, stopEnginesAfterwards } from '../../support/engine.ts';
import { photo } from '../../support/pictures.ts';
import { wav } from '../../support/sound.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Another number tries other options; a failure is told with its options. */
const SEED = Number(process.env.OPTIONS_SEED ?? 42);
/** How many sets of options each pair is tried with. */
const SETS = Number(process.env.OPTIONS_SETS ?? 1);

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
stopEnginesAfterwards();

beforeAll(async () => {
  writeFileSync(path('jpg'), await photo(160, 120));
  writeFileSync(
    path('png'),
    await sharp(await photo(60, 80))
      .ensureAlpha(0.5)
      .png()
      .toBuffer(),
  );
  writeFileSync(path('svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle r="20"/></svg>');
  writeFileSync(path('wav'), wav(60_000));
  writeFileSync(path('pdf'), readFileSync(join(import.meta.dirname, '../../pdfs/library.pdf')));
  writeFileSync(path('md'), '# Title\n\nWords, and [a link](https://example.org).\n\n- one\n- two\n');
  writeFileSync(path('csv'), 'name,number\nä,1\n"b,c",2\n');
  writeFileSync(path('srt'), '1\n00:00:01,000 --> 00:00:02,000\nWords\n');
  const film = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=10:duration=1', '-f', 'lavfi', '-i', 'sine=d=1'];
  await runFfmpeg('ffmpeg', '-y', ...film, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-f', 'mp4', path('mp4'));
  const animation = ['-f', 'lavfi', '-i', 'testsrc2=size=40x30:rate=5:duration=1', '-f', 'gif'];
  await runFfmpeg('ffmpeg', '-y', ...animation, path('gif'));
});

const TARGETS = {
  jpg: ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'pdf', 'jxl', 'tga'],
  png: ['jpg'],
  svg: ['png'],
  gif: ['gif', 'webp', 'png', 'mp4'],
  mp4: ['mp4', 'webm', 'gif', 'jpg', 'mp3'],
  wav: ['mp3', 'ogg', 'flac', 'opus'],
  srt: ['vtt'],
  pdf: ['png', 'jpg', 'txt', 'pdf', 'docx'],
  md: ['pdf', 'txt', 'png'],
  csv: ['csv', 'pdf'],
} as const satisfies Partial<Record<FormatName, readonly FormatName[]>>;
const PAIRS = (Object.entries(TARGETS) as [FormatName, readonly FormatName[]][]).flatMap(([source, targets]) =>
  targets.map((target) => [source, target] as const),
);

/** Values of an option: its borders, and what lies between; sizes mostly small, for the sake of time. */
function valuesOf({
  enum: words,
  type,
  minimum,
  exclusiveMinimum,
  maximum,
  ...schema
}: OptionSchema): fc.Arbitrary<OptionValue> {
  if (words) return fc.constantFrom(...words);
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return fc.constantFrom(...(schema.examples ?? ['Words', '1']));
  const least = minimum ?? (exclusiveMinimum ?? 0) + 0.1;
  const most = maximum ?? least;
  const some =
    type === 'integer' ? fc.integer({ min: least, max: most }) : fc.double({ min: least, max: most, noNaN: true });
  const small = Math.min(most, Math.max(least, 64));
  return fc.oneof({ arbitrary: fc.constant(small), weight: 4 }, { arbitrary: some, weight: 2 }, fc.constant(least));
}

/** Sets of one to four options that go together. */
function setsOf(source: FormatName, target: FormatName): Options[] {
  const known = optionsOf(source, target, chooseEngine(source, target));
  const names = Object.keys(known);
  if (names.length === 0) return [];
  const set = fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, valuesOf(known[name] as OptionSchema)]))),
    );
  return fc.sample(
    set.filter((options) => goTogether(options, known)),
    { numRuns: SETS, seed: SEED },
  );
}

function goTogether(options: Options, known: Parameters<typeof checkOptions>[2]): boolean {
  try {
    checkOptions(options, '', known);
    return true;
  } catch {
    return false;
  }
}

describe('options taken at random never fail by our fault', { timeout: 300_000 }, () => {
  it.each(
    PAIRS.flatMap(([source, target]) => setsOf(source, target).map((options) => [source, target, options] as const)),
  )('%s to %s: %j', async (sourceFormat, targetFormat, options) => {
    const job = { sourcePath: path(sourceFormat), sourceFormat, targetFormat, options, quality: 'medium' } as const;
    const engine = chooseEngine(sourceFormat, targetFormat);
    try {
      const result = await convertWith(engine, { ...job, folder: mkdtempSync(path('job-')) });
      expect(statSync(result.path).size).toBeGreaterThan(0);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      expect([error.message, STATUS_CODES[error.code]]).toEqual([error.message, 400]);
    }
  });
});
