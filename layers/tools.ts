import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Architecture, MACHINE } from '../functions/sandbox/architecture.ts';
import type { Platform } from './platform.ts';
import type { Progress } from './progress.ts';
import { run } from './run.ts';

/** What the build needs of the machine: a file that shows it is there, or a program, and the Debian package that has it. */
interface Tool {
  readonly program?: string;
  readonly file?: string;
  readonly package: string;
}

/** What it needs whatever it builds for. */
const NEEDED = [
  { program: 'apt-get', package: 'apt' },
  { program: 'dpkg-deb', package: 'dpkg' },
  { program: 'icupkg', package: 'icu-devtools' },
  { file: '/usr/share/keyrings/debian-archive-keyring.gpg', package: 'debian-archive-keyring' },
] as const satisfies readonly Tool[];

/** The Debian packages that a build for a platform needs. */
export function packagesFor(platform: Platform): readonly string[] {
  return toolsFor(platform).map((tool) => tool.package);
}

function toolsFor(platform: Platform): readonly Tool[] {
  return [...NEEDED, ...compilerFor(platform)];
}

/** What compiles for a platform: the compiler of this machine, or one that compiles across. */
function compilerFor({ architecture, debian, triplet, compiler, objcopy }: Platform): readonly Tool[] {
  const own = architecture === MACHINE;
  const suffix = own ? '' : `-${triplet.replace('_', '-')}`;
  const development = own ? 'dev' : `dev-${debian}-cross`;
  const [libraries, headers] = own
    ? [`/usr/lib/${triplet}`, '/usr/include']
    : [`/usr/${triplet}/lib`, `/usr/${triplet}/include`];
  return [
    { program: compiler, package: `gcc${suffix}` },
    { program: objcopy, package: `binutils${suffix}` },
    { file: `${libraries}/libc.a`, package: `libc6-${development}` },
    { file: `${headers}/linux/landlock.h`, package: `linux-libc-${development}` },
  ];
}

const required: Partial<Record<Architecture, Promise<void>>> = {};

/**
 * Makes sure, once, that the tools of the build are there: installs them where this process may, else says what to type.
 * @throws Error with that line
 */
export function requireTools(platform: Platform, progress: Progress): Promise<void> {
  const { architecture } = platform;
  required[architecture] ??= findTools(platform, progress);
  return required[architecture];
}

async function findTools(platform: Platform, progress: Progress): Promise<void> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Error(
      'The layers hold Linux programs: build them on Debian for x86-64 or arm64, or in a debian:trixie container.',
    );
  }
  const missing = await missingPackages(toolsFor(platform));
  if (missing.length === 0) return;
  const line = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || missing.includes('apt')) {
    throw new Error(`Building the layers needs some Debian packages. Please type: sudo sh -c '${line}'`);
  }
  progress.step(`installing ${missing.join(', ')}`);
  await run('sh', ['-c', line], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

async function missingPackages(tools: readonly Tool[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const tool of tools) {
    const found = tool.file ? await exists(tool.file) : await onPath(tool.program ?? '');
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
