import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Platform } from '../platform.ts';
import { run } from '../run.ts';

/** Names of currencies, time zones, countries, languages and units in hundreds of languages; English is kept. */
const UNUSED = /^(curr|zone|region|lang|unit)\/(?!(root|pool|res_index|en|supplementalData|tzdbNames)\.res$)/;

/** Takes out of the library of Unicode data what no document needs: a third of it. */
export async function shrinkUnicodeData(library: string, scratch: string, platform: Platform): Promise<void> {
  const [, version] = /\.so\.(\d+)$/.exec(basename(library)) ?? [];
  const name = `icudt${version}`;
  const [whole, kept] = [join(scratch, `${name}l.dat`), join(scratch, 'kept', `${name}l.dat`)];
  await mkdir(join(scratch, 'kept'));
  await run(platform.objcopy, ['-O', 'binary', '--only-section=.rodata', library, whole]);
  const items = (await run('icupkg', ['--list', whole])).split('\n');
  const list = join(scratch, 'unused.txt');
  await writeFile(list, items.filter((item) => UNUSED.test(item)).join('\n'));
  await run('icupkg', ['--remove', list, whole, kept]);
  await link(kept, `${name}_dat`, library, scratch, platform);
}

async function link(
  data: string,
  symbol: string,
  library: string,
  scratch: string,
  { compiler }: Platform,
): Promise<void> {
  const source = join(scratch, 'icudata.s');
  await writeFile(
    source,
    `.section .rodata
.balign 16
.globl ${symbol}
.type ${symbol},@object
.size ${symbol}, end-${symbol}
${symbol}: .incbin "${data}"
end:
.section .note.GNU-stack,"",@progbits
`,
  );
  const options = ['-shared', '-nostdlib', '-s', `-Wl,-soname=${basename(library)}`, '-Wl,--build-id=none'];
  await run(compiler, [...options, '-o', library, source]);
}
