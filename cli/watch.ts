import { watch as watchFolder } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from './exit-codes.ts';
import { isFolder } from './plan.ts';

/** How long a file must be unchanged to count as complete, in milliseconds. */
const SETTLED = 500;

export interface WatchOptions {
  readonly signal: AbortSignal;
  /** Called once with each version of a file when it is complete. */
  readonly onFile: (path: string) => void;
}

/**
 * Watches folders until the signal is aborted: for the files that are there, and for those that appear or change. Hidden
 * files are ignored.
 * @throws UsageError for a path that is no folder
 */
export async function watchFolders(folders: readonly string[], { signal, onFile }: WatchOptions): Promise<void> {
  for (const folder of folders)
    if (!isFolder(folder)) throw new UsageError(`--watch takes folders; "${folder}" is none`);
  const seen = new Map<string, string>();
  const waiting = new Set<string>();
  const look = async (path: string) => {
    if (waiting.has(path)) return;
    waiting.add(path);
    try {
      const version = await settled(path, signal);
      if (version === undefined || seen.get(path) === version) return;
      seen.set(path, version);
      onFile(path);
    } finally {
      waiting.delete(path);
    }
  };
  const watchers = folders.map((folder) =>
    watchFolder(folder, { signal }, (_, name) => {
      if (name && !name.startsWith('.')) look(resolve(folder, name)).catch(() => undefined);
    }),
  );
  try {
    for (const folder of folders)
      for (const name of await readdir(folder))
        if (!name.startsWith('.')) look(resolve(join(folder, name))).catch(() => undefined);
    await new Promise<void>((end) => (signal.aborted ? end() : signal.addEventListener('abort', () => end())));
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** Waits until a file is complete. @returns its size and time, or undefined when it is no file (any more) */
async function settled(path: string, signal: AbortSignal): Promise<string | undefined> {
  for (let last = ''; ; ) {
    const status = await stat(path).catch(() => undefined);
    if (!status?.isFile() || signal.aborted) return undefined;
    const version = `${status.size} ${status.mtimeMs}`;
    if (version === last && status.size > 0) return version;
    last = version;
    await setTimeout(SETTLED, undefined, { signal }).catch(() => undefined);
  }
}
