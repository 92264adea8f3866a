import { LIMITS, RecordValues, tooDeep } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import { isoTime } from '../iso-time.ts';
import { scaled, shortest } from '../numbers.ts';
import type { AvroType } from './avro-schema.ts';

const DAY = 86_400n;

/** Reads values of Avro from bytes, and never beyond them. */
export class AvroCursor {
  readonly #bytes: Buffer;
  readonly #values: RecordValues;
  #at = 0;
  #depth = 0;

  /** @param values counts them; in all blocks of a file the same */
  constructor(bytes: Buffer, values = new RecordValues()) {
    this.#bytes = bytes;
    this.#values = values;
  }

  get position(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Buffer {
    if (!(length >= 0) || length > this.left) throw unreadable('avro', 'it breaks off');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  long(): bigint {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = this.take(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
      shift += 7n;
      if (shift > 63n) throw unreadable('avro', 'a number that does not end');
    }
  }

  bytes(): Buffer {
    return this.take(Number(this.long()));
  }

  /** A value: numbers as bigints, dates and decimals as texts. */
  value(type: AvroType): unknown {
    this.#values.add(1);
    if (this.#depth > LIMITS.depth) tooDeep();
    this.#depth += 1;
    const value = this.#read(type);
    this.#depth -= 1;
    return value;
  }

  #read(type: AvroType): unknown {
    switch (type.kind) {
      case 'null':
        return null;
      case 'boolean':
        return this.take(1)[0] === 1;
      case 'integer':
        return this.long();
      case 'float':
        // The shortest digits that mean the same float: as a double it would have others.
        return shortest(this.take(4).readFloatLE());
      case 'double':
        return this.take(8).readDoubleLE();
      case 'bytes':
        return this.bytes();
      case 'text':
        return this.bytes().toString('utf8');
      case 'fixed':
        return this.take(type.size);
      case 'enum':
        return symbolOf(type.symbols, this.long());
      case 'date':
        return isoTime(this.long() * DAY, 1n).slice(0, -'T00:00:00'.length);
      case 'time':
        return isoTime(this.long(), type.perSecond) + (type.zoned ? 'Z' : '');
      case 'decimal':
        return decimal(type.size === undefined ? this.bytes() : this.take(type.size), type.scale);
      case 'array':
        return this.#blocks(() => this.value(type.items));
      case 'map':
        return Object.fromEntries(this.#blocks(() => [this.bytes().toString('utf8'), this.value(type.items)]));
      case 'union':
        return this.value(branchOf(type.branches, this.long()));
      case 'record':
        return Object.fromEntries(type.fields.map((field) => [field.name, this.value(field.type)]));
    }
  }

  #blocks<Item>(item: () => Item): Item[] {
    const items: Item[] = [];
    for (let count = this.long(); count !== 0n; count = this.long()) {
      if (count < 0n) this.long(); // the size of the block, in bytes
      const all = count < 0n ? -count : count;
      for (let index = 0n; index < all; index++) items.push(item());
    }
    return items;
  }
}

function symbolOf(symbols: readonly string[], index: bigint): string {
  const symbol = symbols[Number(index)];
  if (symbol === undefined) throw unreadable('avro', 'a symbol that is none');
  return symbol;
}

function branchOf(branches: readonly AvroType[], index: bigint): AvroType {
  const branch = branches[Number(index)];
  if (!branch) throw unreadable('avro', 'a branch that is none');
  return branch;
}

function decimal(bytes: Buffer, scale: number): string {
  if (bytes.length > 32) throw unreadable('avro', 'a decimal of too many bytes');
  const value = bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
  return scaled(value, scale);
}
