import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { measureProcessor } from '../../support/processor-seconds.ts';

/** What expressions have beside the exports of their module. */
const TOOLS = {
  /** Puts bytes into a file. @returns its path */
  save: (bytes: Uint8Array | string) => {
    const path = join(process.argv[2] ?? '', `${files++}`);
    writeFileSync(path, bytes);
    return path;
  },
  /** So many megabytes of a token. */
  many: (token: string, megabytes = 1) => token.repeat(Math.floor((megabytes * 1_000_000) / token.length)),
  /** The same as bytes, behind a beginning in hexadecimal. */
  bytes: (token: string, start = '') =>
    Buffer.concat([Buffer.from(start, 'hex'), Buffer.from(TOOLS.many(token), 'latin1')]),
  times: (length: number, make: (index: number) => unknown) => Array.from({ length }, (_, index) => make(index)),
  /** A line of a PDF page. */
  line: (left: number, top: number, width = 20, size = 10) => ({
    ...{ left, right: left + width, top, bottom: top + size },
    runs: [{ text: 'word', font: { size } }],
  }),
};
let files = 0;

/** What the system says of the memory of this process, in megabytes: now (RSS), or the most since it was asked to forget (HWM). */
const memory = (kind: 'RSS' | 'HWM') =>
  Number(new RegExp(`^Vm${kind}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

process.on('message', async ({ url, expression }: { url: string; expression: string }) => {
  const m = await import(url);
  const evaluate = new Function('m', ...Object.keys(TOOLS), `return (async () => (${expression}))();`);
  const measured = measureProcessor();
  // Resets the most memory that was ever held.
  writeFileSync('/proc/self/clear_refs', '5');
  const value = await evaluate(m, ...Object.values(TOOLS)).catch(
    (error: { code?: string }) => error.code ?? `${error}`,
  );
  const run = { value, megabytes: memory('HWM'), seconds: measured() };
  globalThis.gc?.();
  await wait(1);
  process.send?.({ ...run, left: memory('RSS') });
});
