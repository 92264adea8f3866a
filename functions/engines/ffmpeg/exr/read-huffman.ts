import { unreadable } from '../unreadable.ts';

/** In front of the table of lengths: the first symbol, the last, which stands for repetitions, and how many bits follow. */
const HEADER = 20;
const SYMBOLS = 0x10001;
/** Lengths of codes, in bits: of the longest, and of those that a table is looked up for. */
const [LONGEST, SHORT] = [58, 14];
/** Instead of a length: so many symbols without a code, or more, which are counted in another byte. */
const [FEW_WITHOUT, MANY_WITHOUT] = [59, 63];

/** Codes of each length: the first of them as a number, and the symbols that they stand for, in order. */
interface Codes {
  readonly first: Float64Array;
  readonly symbols: readonly (readonly number[])[];
  /** Of the next bits: the symbol that they begin with the code of, above the length of that. */
  readonly short: Uint32Array;
}

/**
 * Numbers of 16 bits from the Huffman codes of PIZ.
 * @param count how many there are
 * @throws ConversionError UNREADABLE_FILE
 */
export function readHuffman(packed: Buffer, count: number): Uint16Array {
  if (packed.length < HEADER) throw unreadable('codes without a header');
  const [from, to] = [packed.readUInt32LE(0), packed.readUInt32LE(4)];
  const bits = packed.readUInt32LE(12);
  if (from >= SYMBOLS || to >= SYMBOLS) throw unreadable(`symbols from ${from} to ${to}`);
  const { lengths, end } = readLengths(packed, from, to);
  const codes = codesOf(lengths);
  const last = Math.min(end * 8 + bits, packed.length * 8);
  const numbers = new Uint16Array(count);
  let at = end * 8;
  for (let done = 0; done < count; ) {
    const found = codes.short[bitsAt(packed, at, SHORT)] || longCode(packed, at, codes);
    const [symbol, length] = [Math.floor(found / 64), found & 63];
    at += length;
    if (length === 0 || at > last) throw unreadable(`no code in bit ${at}`);
    if (symbol !== to) {
      numbers[done++] = symbol;
      continue;
    }
    const times = bitsAt(packed, at, 8);
    at += 8;
    if (done === 0 || done + times > count) throw unreadable(`${times} repetitions of number ${done}`);
    numbers.fill(numbers[done - 1] ?? 0, done, done + times);
    done += times;
  }
  return numbers;
}

function readLengths(packed: Buffer, from: number, to: number): { lengths: Uint8Array; end: number } {
  const lengths = new Uint8Array(SYMBOLS);
  let at = HEADER * 8;
  for (let symbol = from; symbol <= to; ) {
    const length = bitsAt(packed, at, 6);
    at += 6;
    if (length < FEW_WITHOUT) lengths[symbol++] = length;
    else if (length < MANY_WITHOUT) symbol += length - FEW_WITHOUT + 2;
    else {
      symbol += bitsAt(packed, at, 8) + MANY_WITHOUT - FEW_WITHOUT + 2;
      at += 8;
    }
  }
  return { lengths, end: Math.ceil(at / 8) };
}

/** The codes that symbols have by their lengths: the longer, the smaller. */
function codesOf(lengths: Uint8Array): Codes {
  const symbols: number[][] = Array.from({ length: LONGEST + 1 }, () => []);
  for (const [symbol, length] of lengths.entries()) if (length > 0) symbols[length]?.push(symbol);
  const first = new Float64Array(LONGEST + 1);
  for (let length = LONGEST, next = 0; length > 0; length--) {
    first[length] = next;
    next = Math.floor((next + (symbols[length]?.length ?? 0)) / 2);
  }
  const short = new Uint32Array(1 << SHORT);
  for (let length = 1; length <= SHORT; length++)
    for (const [index, symbol] of (symbols[length] ?? []).entries()) {
      const code = (first[length] ?? 0) + index;
      short.fill(symbol * 64 + length, code * 2 ** (SHORT - length), (code + 1) * 2 ** (SHORT - length));
    }
  return { first, symbols, short };
}

/** The symbol of a code that is longer than those of the table, above its length; nothing where there is none. */
function longCode(packed: Buffer, at: number, { first, symbols }: Codes): number {
  let code = bitsAt(packed, at, SHORT);
  for (let length = SHORT + 1; length <= LONGEST; length++) {
    code = code * 2 + bitsAt(packed, at + length - 1, 1);
    const symbol = symbols[length]?.[code - (first[length] ?? 0)];
    if (symbol !== undefined) return symbol * 64 + length;
  }
  return 0;
}

/** Up to 16 bits as a number; what is behind the end is zero. */
function bitsAt(bytes: Buffer, at: number, count: number): number {
  const byte = at >>> 3;
  const three = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
  return (three >> (24 - count - (at & 7))) & ((1 << count) - 1);
}
