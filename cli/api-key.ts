import { open, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './exit-codes.ts';

/** The variables that may hold the key, the first that is set. */
export const KEY_VARIABLES = ['FC_API_KEY', 'FILE_CONVERSION_KEY'] as const;

/** Others than their owner may read or write it. */
const OTHERS = 0o077;

/**
 * The key of whoever runs this: of a file that is named, of the environment, or of the file in the folder of settings. It
 * is never an argument: everybody on a machine can list those. No message shows it.
 * @throws UsageError when what should be a key is none, or others may read the file of settings
 */
export async function readApiKey(keyFile: string | undefined): Promise<string | undefined> {
  if (keyFile !== undefined) return checked(await readFile(keyFile, 'utf8'), keyFile);
  const variable = KEY_VARIABLES.find((name) => process.env[name]);
  if (variable) return checked(process.env[variable] ?? '', variable);
  return readOwnFile(ownKeyFile());
}

/** Where the key lies if nothing else is said. */
export function ownKeyFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'fc', 'key');
}

async function readOwnFile(path: string): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${path} cannot be read (${code})`);
  }
  try {
    // Windows has no such modes.
    if (process.platform !== 'win32' && ((await file.stat()).mode & OTHERS) !== 0)
      throw new UsageError(`others can read your key: chmod 600 ${path}`);
    return checked(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

/** Refuses what cannot be in a header: the error of `fetch` would show it. */
function checked(content: string, origin: string): string | undefined {
  const key = content.trim();
  if (key === '') return undefined;
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return key;
  throw new UsageError(`what ${origin} holds is no key`);
}
