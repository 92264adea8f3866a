import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { layerProgram } from '../../functions/sandbox/layer.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** The samples of a sound, of all channels together, at a rate. */
export async function samplesOf(path: string, rate: number): Promise<Float32Array> {
  const raw = `${path}.raw`;
  await runFfmpeg('ffmpeg', '-y', '-i', path, '-map', '0:a:0', '-ac', '1', '-ar', String(rate), '-f', 'f32le', raw);
  const bytes = await readFile(raw);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** How loud a sound is by EBU R128: all of it in LUFS, and its highest true peak in dBFS. */
export async function loudnessOf(path: string): Promise<{ loudness: number; peak: number }> {
  const { command } = layerProgram('ffmpeg', 'bin/ffmpeg');
  const [program, ...before] = command;
  const filter = ['-af', 'ebur128=peak=true:framelog=quiet', '-f', 'null', '-'];
  const { stderr } = await promisify(execFile)(program, [...before, '-nostats', '-i', path, ...filter]);
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    loudness: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]),
    peak: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]),
  };
}
