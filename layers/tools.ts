import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Progress } from './progress.ts';
import { run } from './run.ts';

/** What the build needs of the machine: a file that shows it is there, or a program, and the Debian package that has it. */
const NEEDED = [
  { program: 'apt-get', package: 'apt' },
  { program: 'dpkg-deb', package: 'dpkg' },
  { program: 'gcc', package: 'gcc' },
  { program: 'objcopy', package: 'binutils' },
  { program: 'icupkg', package: 'icu-devtools' },
  { file: '/usr/lib/x86_64-linux-gnu/libc.a', package: 'libc6-dev' },
  { file: '/usr/include/linux/landlock.h', package: 'linux-libc-dev' },
  { file: '/usr/share/keyrings/debian-archive-keyring.gpg', package: 'debian-archive-keyring' },
] as const;

/**
 * Makes sure that the tools of the build are there: installs them where this process may, else says what to type.
 * @throws Error with that line
 */
export async function requireTools(progress: Progress): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The layers hold x86-64 Linux programs: build them on x86-64 Debian or in a debian:trixie container.',
    );
  }
  const missing = await missingPackages();
  if (missing.length === 0) return;
  const line = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || missing.includes('apt')) {
    throw new Error(`Building the layers needs some Debian packages. Please type: sudo sh -c '${line}'`);
  }
  progress.step(`installing ${missing.join(', ')}`);
  await run('sh', ['-c', line], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

async function missingPackages(): Promise<string[]> {
  const missing = new Set<string>();
  for (const tool of NEEDED) {
    const found = 'file' in tool ? await exists(tool.file) : await onPath(tool.program);
    if (!found) missing.add(tool.package);
  }
  return [...missing];
}

async function onPath(program: string): Promise<boolean> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  for (const folder of folders) if (folder && (await exists(join(folder, program)))) return true;
  return false;
}

function exists(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}
