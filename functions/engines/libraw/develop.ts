import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { shortLines } from '../complaints.ts';
import type { EngineJob } from '../engine.ts';
import { wasStopped } from '../took-too-much.ts';
import { unreadable } from './unreadable.ts';

/** Private memory in MB: a picture of 100 million pixels takes 1.2 GB, and the library refuses more than 2 GB. */
const MEMORY = 2500;
/** Processor time in seconds: it ends before its job does. */
const CPU_TIME = 200;
/** The largest file it may write, in MB. */
const FILE_SIZE = 1024;

/** A job, and whether its picture is to have 16 bits a channel. */
type Developing = Pick<EngineJob, 'sourcePath' | 'folder' | 'quality'> & { readonly deep: boolean };

/**
 * Develops a raw picture: upright, in sRGB, with the white balance of the camera.
 * @returns the path of a TIFF
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function develop({ sourcePath, folder, quality, deep }: Developing): Promise<string> {
  const path = join(folder, 'developed.tiff');
  const interpolation = quality === 'low' ? ['-q', '0'] : [];
  const depth = deep ? ['-6'] : [];
  const developing = ['-w', '-o', '1', ...interpolation, ...depth];
  const result = await runTool(layerProgram('libraw', 'bin/dcraw_emu'), [...developing, '-T', '-Z', path, sourcePath], {
    folder,
    memory: MEMORY,
    cpuTime: CPU_TIME,
    fileSize: FILE_SIZE,
    environment: { OMP_NUM_THREADS: '1' },
  });
  await refuseFailed(result, path);
  return path;
}

async function refuseFailed(result: RunResult, path: string): Promise<void> {
  const { exitCode, signal, stderr } = result;
  const complaints = shortLines(stderr);
  if (wasStopped(result) || /too big|out of memory|bad_alloc|not enough memory/i.test(complaints)) {
    const message = 'The raw picture takes more memory or time than is given to one. Save it as a smaller TIFF.';
    throw new ConversionError('TOO_COMPLEX', message, { cause: { signal, stderr } });
  }
  // It goes on where data is damaged, and says so.
  const damaged = /data corrupted|unexpected end of file|cannot unpack|cannot open/i.test(complaints);
  const written = await stat(path).catch(() => undefined);
  if (exitCode !== 0 || damaged || !written || written.size === 0) throw unreadable({ exitCode, signal, stderr });
}
