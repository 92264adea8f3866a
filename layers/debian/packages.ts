import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD } from '../folders.ts';
import { PLATFORMS, type Platform } from '../platform.ts';
import type { Progress } from '../progress.ts';
import { inParallel, run } from '../run.ts';
import { PrivateApt } from './apt.ts';
import type { LockedPackage } from './lock.ts';

const STORE = join(BUILD, 'packages');
const apts = {
  x86_64: new PrivateApt(PLATFORMS.x86_64),
  arm64: new PrivateApt(PLATFORMS.arm64),
};

/** Today's versions of these packages and of all they depend on. */
export function resolvePackages(names: readonly string[], { architecture }: Platform): Promise<LockedPackage[]> {
  return apts[architecture].resolve(names);
}

/** The mirror has another version of a locked package by now: Debian's mirrors keep the newest of a suite only. */
export class PackageGone extends Error {
  override name = 'PackageGone';
}

/**
 * The locked packages, downloaded. Where the mirror no longer has one of them, since Debian has published a security update,
 * those that it has instead: they come from the same signed suites, and a clone of last month must still build.
 * @param strict whether that is an error instead
 * @throws PackageGone
 */
export async function availablePackages(
  locked: readonly LockedPackage[],
  names: readonly string[],
  platform: Platform,
  progress: Progress,
  strict = process.env.LAYERS === 'locked',
): Promise<readonly LockedPackage[]> {
  try {
    await fetchMissing(locked, platform, progress);
    return locked;
  } catch (error) {
    if (strict || !(error instanceof PackageGone)) throw error;
    progress.step(`${error.message} Today's packages of the same suite are taken.`);
    return resolvePackages(names, platform);
  }
}

/** Unpacks packages, each into a folder of its own name, downloading those that are not here yet. */
export async function unpackPackages(
  packages: readonly LockedPackage[],
  folder: string,
  platform: Platform,
  progress: Progress,
): Promise<void> {
  await fetchMissing(packages, platform, progress);
  progress.step(`unpacking ${packages.length} packages`);
  await inParallel(packages, 2, async (entry) => {
    const target = join(folder, entry.name);
    await mkdir(target, { recursive: true });
    await run('dpkg-deb', ['--extract', stored(entry), target]);
  });
}

async function fetchMissing(packages: readonly LockedPackage[], platform: Platform, progress: Progress): Promise<void> {
  await mkdir(STORE, { recursive: true });
  const missing = packages.filter((entry) => !existsSync(stored(entry)));
  if (missing.length === 0) return;
  const megabytes = Math.ceil(missing.reduce((sum, { size }) => sum + size, 0) / 1e6);
  progress.step(`downloading ${missing.length} packages, ${megabytes} MB`);
  const arriving = await mkdtemp(join(BUILD, 'unfinished-'));
  try {
    await download(missing, arriving, platform, progress);
    await store(arriving);
  } finally {
    await rm(arriving, { recursive: true, force: true });
  }
  const lost = missing.find((entry) => !existsSync(stored(entry)));
  if (lost) throw new Error(`${lost.name} ${lost.version} from the mirror is not the file that is locked. ${RENEW}`);
}

const RENEW = 'Renew the lock file with: npm run layers -- --update';

async function download(
  missing: readonly LockedPackage[],
  folder: string,
  { architecture }: Platform,
  progress: Progress,
): Promise<void> {
  let done = 0;
  const onFile = () => progress.count('downloading', ++done, missing.length);
  await apts[architecture].download(missing, folder, onFile).catch((error: Error) => {
    const gone = /Version '(.+?)' for '(.+?)' was not found|Unable to locate package/.exec(error.message);
    if (!gone) throw error;
    throw new PackageGone(`The mirror no longer has a locked package (${gone[0]}). ${RENEW}`, { cause: error });
  });
}

/** Files are kept by their hash, so what is found later under a locked hash is that very file. */
async function store(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    await rename(file, join(STORE, `${sha256}.deb`));
  }
}

function stored({ sha256 }: LockedPackage): string {
  return join(STORE, `${sha256}.deb`);
}
