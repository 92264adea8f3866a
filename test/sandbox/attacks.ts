import { spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What somebody who has taken over an engine host does with it. */
export type Attack =
  | { do: 'read' | 'write'; path: string }
  | { do: 'list'; path: string; name: string }
  | { do: 'native'; program: string; arguments: readonly string[]; announces?: boolean }
  | { do: 'forge'; result: Forgery; target?: string; format?: string }
  | { do: 'flood'; file: 1 | 2; text: string; times: number }
  | { do: 'litter' };

/** What a result can be, other than a file. */
export type Forgery = 'file' | 'link' | 'second name' | 'folder' | 'hole' | 'folder that is a link' | 'nothing';

/** What a result is exchanged for while it is being opened. */
export type Swap = 'link' | 'folder that is a link';

/** What an attack answers that has got what it was after; else it answers the error. */
export const GOT = 'got it';

/** What is in a result that is the attacker's own. */
export const OWN = '"own"';

const HOLE = 1900 * 1024 * 1024;
const DONE = '{"event":"done","format":"FORMAT","seconds":1}\n';

/** Tries an attack in the folder of a job. */
export async function tryAttack(attack: Attack, folder: string): Promise<string> {
  try {
    return await perform(attack, folder);
  } catch (error) {
    return (error as Error).message;
  }
}

async function perform(attack: Attack, folder: string): Promise<string> {
  switch (attack.do) {
    case 'read':
      return readFileSync(attack.path).length > 0 ? GOT : 'nothing in it';
    case 'write':
      writeFileSync(attack.path, 'x');
      return GOT;
    case 'list':
      return readdirSync(attack.path).includes(attack.name) ? GOT : 'not there';
    case 'native':
      return runNative(attack, folder);
    case 'forge':
      forge(attack.result, join(folder, 'result.png'), attack.target ?? '');
      return announce(attack.format ?? 'png', 200);
    case 'flood':
      return flood(attack);
    case 'litter':
      return litter(dirname(folder));
  }
}

async function runNative(attack: Extract<Attack, { do: 'native' }>, cwd: string): Promise<string> {
  const { stdout, error } = spawnSync(attack.program, attack.arguments, { cwd, encoding: 'utf8' });
  if (error) throw error;
  return attack.announces ? announce('png', 200) : stdout.trim();
}

/** Says that the job is done before the host does, and gives the service time to believe it. */
async function announce(format: string, milliseconds: number): Promise<string> {
  writeSync(1, DONE.replace('FORMAT', format));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return 'announced';
}

function forge(result: Forgery, path: string, target: string): void {
  const folder = dirname(path);
  const makers: Record<Forgery, () => void> = {
    file: () => void makeFile(path),
    link: () => symlinkSync(target, path),
    'second name': () => linkSync(target || makeFile(join(folder, 'first')), path),
    folder: () => mkdirSync(path),
    hole: () => truncateSync(makeFile(path), HOLE),
    'folder that is a link': () => {
      renameSync(folder, `${folder}-away`);
      symlinkSync(target, folder);
    },
    nothing: () => undefined,
  };
  makers[result]();
}

function makeFile(path: string): string {
  writeFileSync(path, OWN, { flag: 'wx' });
  return path;
}

/** Exchanges a result and something else, by turns, as fast as can be. */
export function swapFor(milliseconds: number, folder: string, swap: { with: Swap; target: string }): void {
  const end = performance.now() + milliseconds;
  const exchange = swap.with === 'link' ? swapFile : swapFolder;
  makeFile(join(folder, 'result.png'));
  while (performance.now() < end) exchange(folder, swap.target);
}

function swapFile(folder: string, target: string): void {
  const [path, spare] = [join(folder, 'result.png'), join(folder, 'spare')];
  symlinkSync(target, spare);
  renameSync(spare, path);
  renameSync(makeFile(spare), path);
}

function swapFolder(folder: string, target: string): void {
  renameSync(folder, `${folder}-own`);
  symlinkSync(target, folder);
  rmSync(folder);
  renameSync(`${folder}-own`, folder);
}

function flood({ file, text, times }: Extract<Attack, { do: 'flood' }>): string {
  const many = 1000;
  for (let done = 0; done < times; done += many) writeAll(file, Buffer.from(text.repeat(many)));
  return GOT;
}

/** Waits where the other end is slower. */
function writeAll(file: number, data: Buffer): void {
  for (let left = data; left.length > 0; ) {
    try {
      left = left.subarray(writeSync(file, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Leaves what is hard to remove: in a folder that is closed, and below more folders than a path can name. */
function litter(workplace: string): string {
  const closed = join(workplace, 'closed');
  mkdirSync(closed, 0o300);
  makeFile(join(closed, 'file'));
  process.chdir(workplace);
  for (let depth = 0; depth < 3000; depth++) {
    mkdirSync('deep');
    process.chdir('deep');
  }
  return GOT;
}
