import { readFile } from 'node:fs/promises';
import { runFfmpeg } from './run-ffmpeg.ts';

/** The samples of a sound, of all channels together, at a rate. */
export async function samplesOf(path: string, rate: number): Promise<Float32Array> {
  const raw = `${path}.raw`;
  await runFfmpeg('ffmpeg', '-y', '-i', path, '-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 'f32le', raw);
  const bytes = await readFile(raw);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}
