import { open, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './exit-codes.ts';

/** The environment variables of the key; the first that is set wins. */
const KEY_VARIABLES = ['FC_API_KEY', 'FILE_CONVERSION_KEY'] as const;

/** The permissions of group and others. */
const OTHERS = 0o077;

/**
 * Reads the API key: of `--key-file`, of the environment, or of the file in the configuration folder. It is never an
 * argument, since all users of a machine can list those. No message shows it.
 * @throws UsageError when the key is malformed, or others may read the file in the configuration folder
 */
export async function readApiKey(keyFile: string | undefined): Promise<string | undefined> {
  if (keyFile !== undefined) return checked(await readFile(keyFile, 'utf8').catch(unreadable(keyFile)), keyFile);
  const variable = KEY_VARIABLES.find((name) => process.env[name]);
  if (variable) return checked(process.env[variable] ?? '', variable);
  return readOwnFile(ownKeyFile());
}

/** The path of the key in the configuration folder. */
function ownKeyFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'fc', 'key');
}

async function readOwnFile(path: string): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return unreadable(path)(error);
  }
  try {
    // Windows has no permission bits.
    if (process.platform !== 'win32' && ((await file.stat()).mode & OTHERS) !== 0)
      throw new UsageError(`others can read your key: chmod 600 ${path}`);
    return checked(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

function unreadable(path: string) {
  return (error: unknown): never => {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  };
}

/** Refuses a key that cannot be in a header, since the error of `fetch` would show it. */
function checked(content: string, origin: string): string | undefined {
  const key = content.trim();
  if (key === '') return undefined;
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return key;
  throw new UsageError(`what ${origin} holds is no key`);
}
