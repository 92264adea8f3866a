import type { Found } from './read-archive.ts';

const BLOCK = 512;
const KINDS = { '0': 'file', '1': 'name', '2': 'link', '5': 'folder' } as const;

/** What is written into a tape archive, as it is. */
export interface Taped {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** One character, as POSIX has it. @default 0, a file */
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  readonly time?: number;
}

/** A tape archive of the kind of 1988, whatever is put into it. */
export function tape(files: readonly Taped[]): Buffer {
  return Buffer.concat([...files.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)]);
}

function blocksOf({ name, content = '', type = '0', link = '', mode = 0o644, time = 1_000_000_000 }: Taped): Buffer[] {
  const data = Buffer.from(content as string);
  const header = Buffer.alloc(BLOCK);
  Buffer.from(name as string).copy(header, 0, 0, 100);
  const fields = [
    [100, mode, 7],
    [108, 0, 7],
    [116, 0, 7],
    [124, data.length, 11],
    [136, time, 11],
  ] as const;
  for (const [at, number, digits] of fields) header.write(number.toString(8).padStart(digits, '0'), at);
  header.write(`        ${type}${link}`, 148);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return [header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)];
}

/** Reads a tape archive in the format of POSIX, pax headers and all. */
export function readTape(bytes: Buffer): Map<string, Found> {
  const found = new Map<string, Found>();
  let extra: Record<string, string> = {};
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const text = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).split('\0')[0] ?? '';
    const octal = (from: number, length: number) => Number.parseInt(text(from, length), 8);
    const size = Number(extra.size ?? octal(124, 12));
    const content = bytes.toString('utf8', at + BLOCK, at + BLOCK + size);
    const type = text(156, 1);
    if (type === 'x') {
      extra = Object.fromEntries([...content.matchAll(/^\d+ ([^=]+)=(.*)$/gm)].map(([, key, value]) => [key, value]));
    } else {
      const kind = KINDS[type as keyof typeof KINDS];
      const prefix = text(345, 155);
      const name = (extra.path ?? (prefix ? `${prefix}/${text(0, 100)}` : text(0, 100))).replace(/\/$/, '');
      const link = extra.linkpath ?? text(157, 100);
      const time = Math.floor(Number(extra.mtime ?? octal(136, 12)));
      if (!kind || found.has(name)) throw new Error(`${type} ${name} where none should be`);
      found.set(name, { kind, content: kind === 'file' ? content : link, mode: octal(100, 8), time });
      extra = {};
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}
