import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '../platform.ts';
import { inParallel, run } from '../run.ts';
import type { ElfFile, ElfSymbol } from './read.ts';

/**
 * Makes stand-ins for libraries: they offer exactly the symbols that the given files take from them; functions return 0,
 * objects are zero. The loader insists on every versioned symbol, so leaving the library out would not do.
 */
export async function writeStubs(
  sonames: ReadonlySet<string>,
  files: readonly ElfFile[],
  folder: string,
  platform: Platform,
): Promise<void> {
  const offered = new Set(files.flatMap((file) => [...file.offered]));
  const scratch = await mkdtemp(join(tmpdir(), 'stubs-'));
  try {
    await inParallel([...sonames], 2, (soname) =>
      writeStub(soname, takenFrom(soname, files, offered), scratch, folder, platform),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A symbol without a version may come from any library the file needs: it is wanted where no kept library has it. */
function takenFrom(soname: string, files: readonly ElfFile[], offered: ReadonlySet<string>): ElfSymbol[] {
  const taken = new Map<string, ElfSymbol>();
  for (const file of files) {
    if (!file.needed.includes(soname)) continue;
    for (const symbol of file.taken) {
      const from = symbol.version?.library;
      if (from === soname || (!from && !symbol.weak && !offered.has(symbol.name))) taken.set(symbol.name, symbol);
    }
  }
  return [...taken.values()];
}

async function writeStub(
  soname: string,
  symbols: readonly ElfSymbol[],
  scratch: string,
  folder: string,
  platform: Platform,
): Promise<void> {
  const source = join(scratch, `${soname}.s`);
  const script = join(scratch, `${soname}.map`);
  await writeFile(source, assembly(symbols, platform));
  await writeFile(script, versionScript(symbols));
  const versions = symbols.some(({ version }) => version) ? [`-Wl,--version-script=${script}`] : [];
  const options = ['-shared', '-nostdlib', '-s', `-Wl,-soname=${soname}`, '-Wl,--build-id=none', ...versions];
  await run(platform.compiler, [...options, '-o', join(folder, soname), source]);
}

function assembly(symbols: readonly ElfSymbol[], { returnZero }: Platform): string {
  const objects = symbols.filter(({ kind }) => kind !== 'function');
  const functions = symbols.filter(({ kind }) => kind === 'function');
  return [
    '.text',
    ...functions.map(({ name }) => `.globl ${name}\n.type ${name},@function\n${name}: ${returnZero}`),
    ...objects.map(objectDefinition),
    '.section .note.GNU-stack,"",@progbits',
    '',
  ].join('\n');
}

function objectDefinition({ name, kind }: ElfSymbol): string {
  const threadLocal = kind === 'thread-local';
  const section = threadLocal ? '.section .tbss,"awT",@nobits' : '.bss';
  const type = threadLocal ? 'tls_object' : 'object';
  return `${section}\n.balign 32\n.globl ${name}\n.type ${name},@${type}\n.size ${name},512\n${name}: .zero 512`;
}

function versionScript(symbols: readonly ElfSymbol[]): string {
  const byVersion = Map.groupBy(
    symbols.filter(({ version }) => version),
    ({ version }) => version?.name ?? '',
  );
  return [...byVersion]
    .map(([name, members]) => `${name} { global: ${members.map((m) => `${m.name};`).join(' ')} };\n`)
    .join('');
}
