import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHead } from '../../read-head.ts';
import { checkSource } from '../../sharp/limits.ts';
import type { MediaJob } from '../job.ts';
import { unreadable, unreadableKind } from '../unreadable.ts';
import { luminanceWeights } from './chromaticities.ts';
import { attributesOfExr, channelsOf, EXR_HEADER } from './exr-attributes.ts';
import { type ExrLook, exrRow, writeExrHeader } from './half-exr.ts';
import { type ExrSamples, type ExrWindow, readSamples, windowOf } from './read-samples.ts';
import { restoreRows } from './restore-chroma.ts';
import { rowsOfPacking } from './unpack-piece.ts';

/** Colours as they differ from the brightness, which ffmpeg does not read. */
const DIFFERENCES = ['RY', 'BY'];
const NAMES = ['Y', 'A', ...DIFFERENCES];
/** What a file is made of: tiles, samples of many depths, or several parts. */
const FLAGS = 5;
const NOT_ROWS = 0x02 | 0x08 | 0x10;
/** What is taken over, and what it is made of. */
const KEPT = { displayWindow: 'box2i', chromaticities: 'chromaticities', adoptedNeutral: 'v2f' };

/**
 * The same job with an OpenEXR file of red, green and blue for its source where it is one of brightness and of differences
 * from it, of which two pixels each way share one.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function openLuminance(job: MediaJob): Promise<MediaJob> {
  const head = await readHead(job.sourcePath, EXR_HEADER);
  const { values } = attributesOfExr(head) ?? {};
  const channels = channelsOf(values?.get('channels') ?? Buffer.alloc(0));
  const names = channels.map(({ name }) => name);
  const differences = channels.filter(({ name }) => DIFFERENCES.includes(name));
  if (!values || names.includes('R') || differences.length === 0) return job;
  const window = windowOf(values);
  if (!window) throw unreadable('no window');
  checkSource({ ...window, frames: 1 }, job.targetFormat);
  const halved = differences.every(({ across, down }) => across === 2 && down === 2);
  const aligned = [window.left, window.top, window.width, window.height].every((place) => place % 2 === 0);
  const packing = values.get('compression')?.[0] ?? 0;
  const inRows = ((head[FLAGS] ?? 0) & NOT_ROWS) === 0 && rowsOfPacking(packing) !== undefined;
  const whole = channels.filter(({ name }) => name === 'Y' || name === 'A');
  if (!halved || !aligned || !inRows || !names.includes('Y') || whole.some(({ across, down }) => across * down !== 1))
    throw unreadableKind(
      'The OpenEXR picture holds its colours as brightness and colour differences (channels Y, RY and BY) in a way that cannot be read. Save it anew with the channels R, G and B.',
      `channels ${names} packed in the way ${packing}`,
    );
  const sourcePath = join(job.folder, 'colours.exr');
  await writeColours(values, window, readSamples(await readFile(job.sourcePath), NAMES), sourcePath);
  return { ...job, sourcePath };
}

async function writeColours(
  values: ReadonlyMap<string, Buffer>,
  { left, top, width, height }: ExrWindow,
  samples: ReadonlyMap<string, ExrSamples>,
  path: string,
): Promise<void> {
  const [brightness, alpha] = [samples.get('Y'), samples.get('A')];
  if (!brightness) throw unreadable('no brightness');
  const none = { width: width / 2, height: height / 2, samples: new Float16Array((width * height) / 4) };
  const [red, blue] = [samples.get('RY') ?? none, samples.get('BY') ?? none];
  const attributes = Object.entries(KEPT).flatMap(([name, type]) => {
    const value = values.get(name);
    return value ? [{ name, type, value }] : [];
  });
  const look: ExrLook = { left, top, alpha: alpha !== undefined, attributes };
  const file = await open(path, 'wx');
  try {
    await writeExrHeader(file, width, height, look);
    await writeRows(file, top, alpha, restoreRows({ brightness, red, blue, weights: luminanceWeights(values) }));
  } finally {
    await file.close();
  }
}

async function writeRows(
  file: FileHandle,
  top: number,
  alpha: ExrSamples | undefined,
  rows: ReturnType<typeof restoreRows>,
): Promise<void> {
  let y = 0;
  for (const { red, green, blue } of rows) {
    const colours = [blue, green, red].map((row) => Float16Array.from(row));
    const clear = alpha ? [alpha.samples.subarray(y * alpha.width, (y + 1) * alpha.width)] : [];
    await file.write(exrRow(top + y, [...clear, ...colours]));
    y++;
  }
}
