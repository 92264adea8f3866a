import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILD } from './folders.ts';

const FILE = join(BUILD, 'building.pid');

/** Runs a build while no other process of this machine builds in the same folder. */
export async function oneAtATime<T>(build: () => Promise<T>): Promise<T> {
  mkdirSync(BUILD, { recursive: true });
  let told = false;
  while (!claim()) {
    if (!told) process.stderr.write('layers: waiting for the build that another process is doing\n');
    told = true;
    await wait(500);
  }
  try {
    return await build();
  } finally {
    rmSync(FILE, { force: true });
  }
}

function claim(): boolean {
  try {
    writeFileSync(FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // A folder that cannot be written to stays so.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!ownerIsAlive()) rmSync(FILE, { force: true });
    return false;
  }
}

/** A build that was killed leaves its claim behind. */
function ownerIsAlive(): boolean {
  try {
    return process.kill(Number(readFileSync(FILE, 'utf8')), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
