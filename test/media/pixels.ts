import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { look } from './look.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** The colours of a picture, or of the first of a video, at some places: in words, as far as they are pure. */
async function colours(path: string, places: readonly (readonly [x: number, y: number])[]): Promise<string[]> {
  const png = `${path}.first.png`;
  await runFfmpeg('ffmpeg', '-y', '-i', path, '-frames:v', '1', '-update', '1', png);
  const { data, info } = await sharp(await readFile(png))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (y * info.width + x) * info.channels;
    return wordFor([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
  });
}

/** The colours in the middles of the quarters, line by line. */
export async function quartersOf(path: string): Promise<string[]> {
  const { width = 0, height = 0 } = (await look(path)).streams.find(({ codec_type: kind }) => kind === 'video') ?? {};
  const [xs, ys] = [width, height].map((side) => [side >> 2, (side * 3) >> 2]);
  return colours(
    path,
    (ys ?? []).flatMap((y) => (xs ?? []).map((x) => [x, y] as const)),
  );
}

function wordFor(levels: readonly [number, number, number]): string {
  const words: Record<string, string> = { '100': 'red', '010': 'green', '001': 'blue', '111': 'white', '000': 'black' };
  const pure = levels.every((level) => level < 70 || level > 185);
  return (pure && words[levels.map((level) => (level > 127 ? 1 : 0)).join('')]) || levels.join(',');
}

/** When each frame of a video is shown, in seconds. */
export async function frameTimes(path: string): Promise<number[]> {
  const args = ['-select_streams', 'v:0', '-show_entries', 'frame=best_effort_timestamp_time', '-of', 'csv=p=0'];
  const shown = await runFfmpeg('ffprobe', ...args, path);
  return shown
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Number.parseFloat(line));
}

/** How bright each frame of a video is, on average. */
export async function brightness(path: string): Promise<number[]> {
  const entries = ['-show_entries', 'frame_tags=lavfi.signalstats.YAVG', '-of', 'csv=p=0'];
  const shown = await runFfmpeg('ffprobe', '-f', 'lavfi', `movie=${path},signalstats`, ...entries);
  return shown.trim().split('\n').map(Number.parseFloat);
}
