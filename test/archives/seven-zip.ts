import { execFileSync } from 'node:child_process';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';

/** Runs 7-Zip, which shares no code with libarchive, and returns what it says. */
export function sevenZip(folder: string, ...args: readonly string[]): Buffer {
  const [loader, ...rest] = layerProgram('bsdtar', 'bin/7z').command;
  const env = { LC_ALL: 'C.UTF-8', LOCPATH: `${layerFolder('bsdtar')}/locale` };
  return execFileSync(loader, [...rest, ...args], { cwd: folder, env, maxBuffer: 256 * 1024 * 1024, stdio: 'pipe' });
}
