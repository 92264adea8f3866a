import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';

/** How something went in a process of its own. */
export interface Run {
  /** What came of it, or the code of the error that it ended with. */
  readonly value: unknown;
  /** Processor time: by the clock it would be the longer the busier the machine. */
  readonly seconds: number;
  /** The most memory that the process ever held. */
  readonly megabytes: number;
}

/** After this many milliseconds a process is ended. */
const PATIENCE = 50_000;

/**
 * Evaluates an expression in a process of its own, where it can neither hang the tests nor hide what memory it takes.
 * @param file a module in functions/engines; its exports are in `m`
 * @param expression may wait; it has the functions below
 */
export function runAlone(file: string, expression: string): Run {
  const folder = mkdtempSync(join(tmpdir(), 'worst-tokens-'));
  const url = pathToFileURL(join(import.meta.dirname, '../../../functions/engines', file)).href;
  const script = `
    import { writeFileSync } from 'node:fs';
    const m = await import(${JSON.stringify(url)});
    const folder = ${JSON.stringify(folder)};
    let files = 0;
    /** Puts bytes into a file. @returns its path */
    const save = (bytes) => { const path = folder + '/' + files++; writeFileSync(path, bytes); return path; };
    /** So many megabytes of a token. */
    const many = (token, megabytes = 1) => token.repeat(Math.floor((megabytes * 1_000_000) / token.length));
    /** The same as bytes, behind a beginning in hexadecimal. */
    const bytes = (token, start = '') => Buffer.concat([Buffer.from(start, 'hex'), Buffer.from(many(token), 'latin1')]);
    const times = (length, make) => Array.from({ length }, (_, index) => make(index));
    /** A line of a PDF page. */
    const line = (left, top, width = 20, size = 10) => ({ left, right: left + width, top, bottom: top + size, runs: [{ text: 'word', font: { size } }] });
    const started = process.cpuUsage();
    let value;
    try { value = await (async () => (${expression}))(); } catch (error) { value = error.code ?? String(error); }
    const used = process.cpuUsage(started);
    const seconds = (used.user + used.system) / 1_000_000;
    console.log(JSON.stringify({ value, seconds, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
  try {
    const options = { timeout: PATIENCE, encoding: 'utf8' } as const;
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', script], options));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a megabyte of the worst may take: seconds and memory. */
export const QUICK = { seconds: 2, megabytes: 400 } as const;

/** Expects that an expression comes to a value, or to an error of that code, at once and in little memory. */
export function expectQuick(
  file: string,
  expression: string,
  expected: unknown,
  room: { readonly seconds?: number; readonly megabytes?: number } = {},
): void {
  const { value, seconds, megabytes } = runAlone(file, expression);
  expect(value).toEqual(expected);
  expect(seconds).toBeLessThan(room.seconds ?? QUICK.seconds);
  expect(megabytes).toBeLessThan(room.megabytes ?? QUICK.megabytes);
}
