import type { Sfnt } from './sfnt.ts';

/** Name identifiers (OpenType, table `name`). */
export const NAMES = { family: 1, style: 2, full: 4, version: 5, postscript: 6 } as const;

const RECORD = 12;
const WINDOWS = 3;
const MACINTOSH = 1;
const ENGLISH = 0x409;

/** A name of a font, in English where there is one; empty where there is none. */
export function nameOf({ tables }: Sfnt, name: number): string {
  const table = tables.get('name') ?? Buffer.alloc(0);
  if (table.length < 6) return '';
  const [count, storage] = [table.readUInt16BE(2), table.readUInt16BE(4)];
  let [found, weight] = ['', 0];
  for (let at = 6; at < 6 + count * RECORD && at + RECORD <= table.length; at += RECORD) {
    const field = (index: number) => table.readUInt16BE(at + index * 2);
    const better = field(3) === name ? weightOf(field(0), field(2)) : 0;
    if (better <= weight) continue;
    const text = table.subarray(storage + field(5), storage + field(5) + field(4));
    [found, weight] = [field(0) === MACINTOSH ? text.toString('latin1') : decodeUtf16(text), better];
  }
  return found;
}

function weightOf(platform: number, language: number): number {
  if (platform === MACINTOSH) return language === 0 ? 2 : 1;
  return platform === WINDOWS && language === ENGLISH ? 4 : 3;
}

function decodeUtf16(text: Buffer): string {
  const whole = Buffer.from(text.subarray(0, text.length - (text.length % 2)));
  return whole.swap16().toString('utf16le');
}
