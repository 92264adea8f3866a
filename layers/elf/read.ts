import { readFile } from 'node:fs/promises';

/** A symbol that a library or program takes from another, or offers. */
export interface ElfSymbol {
  readonly name: string;
  readonly kind: 'function' | 'object' | 'thread-local';
  readonly weak: boolean;
  /** For a taken symbol: the version asked for, and the library that has to have it. */
  readonly version?: { readonly name: string; readonly library: string };
}

/** The dynamic linking facts of a 64-bit ELF file. */
export interface ElfFile {
  readonly needed: readonly string[];
  readonly taken: readonly ElfSymbol[];
  readonly offered: ReadonlySet<string>;
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly info: number;
}

const DYNAMIC = 6;
const DYNSYM = 11;
const VERSIONS_NEEDED = 0x6ffffffe;
const SYMBOL_VERSIONS = 0x6fffffff;
const DT_NEEDED = 1n;

/** Reads what a program or shared library needs; nothing when the file is not ELF. */
export async function readElf(path: string): Promise<ElfFile | undefined> {
  const data = await readFile(path);
  if (data.length < 64 || data.readUInt32BE(0) !== 0x7f454c46 || data[4] !== 2) return undefined;
  const sections = readSections(data);
  const symbols = readSymbols(data, sections);
  return {
    needed: readNeeded(data, sections),
    taken: symbols.filter(({ defined }) => !defined),
    offered: new Set(symbols.filter(({ defined }) => defined).map(({ name }) => name)),
  };
}

function readSections(data: Buffer): Section[] {
  const start = Number(data.readBigUInt64LE(0x28));
  const size = data.readUInt16LE(0x3a);
  const count = data.readUInt16LE(0x3c);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return {
      type: data.readUInt32LE(at + 4),
      offset: Number(data.readBigUInt64LE(at + 24)),
      size: Number(data.readBigUInt64LE(at + 32)),
      link: data.readUInt32LE(at + 40),
      info: data.readUInt32LE(at + 44),
    };
  });
}

function text(data: Buffer, strings: Section | undefined, offset: number): string {
  const start = (strings?.offset ?? 0) + offset;
  return data.toString('latin1', start, data.indexOf(0, start));
}

function readNeeded(data: Buffer, sections: readonly Section[]): string[] {
  const dynamic = sections.find(({ type }) => type === DYNAMIC);
  if (!dynamic) return [];
  const needed: string[] = [];
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16) {
    if (data.readBigInt64LE(at) !== DT_NEEDED) continue;
    needed.push(text(data, sections[dynamic.link], Number(data.readBigUInt64LE(at + 8))));
  }
  return needed;
}

function readSymbols(data: Buffer, sections: readonly Section[]): (ElfSymbol & { defined: boolean })[] {
  const table = sections.find(({ type }) => type === DYNSYM);
  if (!table) return [];
  const versions = readVersions(data, sections);
  const indices = sections.find(({ type }) => type === SYMBOL_VERSIONS);
  return Array.from({ length: table.size / 24 - 1 }, (_, index) => {
    const at = table.offset + (index + 1) * 24;
    const info = data.readUInt8(at + 4);
    const version = indices && versions.get(data.readUInt16LE(indices.offset + (index + 1) * 2) & 0x7fff);
    return {
      name: text(data, sections[table.link], data.readUInt32LE(at)),
      kind: symbolKind(info & 0xf),
      weak: info >> 4 === 2,
      defined: data.readUInt16LE(at + 6) !== 0,
      ...(version && { version }),
    };
  });
}

function symbolKind(type: number): ElfSymbol['kind'] {
  if (type === 6) return 'thread-local';
  return type === 1 ? 'object' : 'function';
}

/** The versions a file asks for, by the index its symbols use. */
function readVersions(data: Buffer, sections: readonly Section[]): Map<number, { name: string; library: string }> {
  const versions = new Map<number, { name: string; library: string }>();
  const needs = sections.find(({ type }) => type === VERSIONS_NEEDED);
  if (!needs) return versions;
  const strings = sections[needs.link];
  let at = needs.offset;
  for (let left = needs.info; left > 0; left--) {
    const library = text(data, strings, data.readUInt32LE(at + 4));
    let entry = at + data.readUInt32LE(at + 8);
    for (let count = data.readUInt16LE(at + 2); count > 0; count--) {
      versions.set(data.readUInt16LE(entry + 6), { name: text(data, strings, data.readUInt32LE(entry + 8)), library });
      entry += data.readUInt32LE(entry + 12);
    }
    at += data.readUInt32LE(at + 12);
  }
  return versions;
}
