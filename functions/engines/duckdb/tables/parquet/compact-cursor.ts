import { unreadable } from '../../unreadable.ts';

/** The types of values in the compact protocol of Thrift, as far as something is asked of them. */
export const TYPE = { number: 5, list: 9, struct: 12 } as const;

const [BYTE, DOUBLE, BINARY, SET, MAP, UUID] = [3, 7, 8, 10, 11, 13];
const TRUTHS: readonly number[] = [1, 2];
const NUMBERS: readonly number[] = [4, 5, 6];
/** The size of a list that has it in a number of its own. */
const LONG_LIST = 15;

/** Structs and lists in each other: the footer of a table has eight of them. */
const DEEPEST = 32;

/** What is counted while it is read. */
export interface Counted {
  structs: number;
  items: number;
}

/**
 * Goes through what is written in the compact protocol of Thrift, once, and never beyond its end: each thing in a list takes
 * a byte at least, whatever the list says of its length.
 * @throws ConversionError UNREADABLE_FILE
 */
export class CompactCursor {
  readonly #bytes: Buffer;
  /** Called as soon as there is more of something. */
  readonly #check: (counted: Counted) => void;
  readonly #counted: Counted = { structs: 0, items: 0 };
  #at = 0;
  #depth = 0;

  constructor(bytes: Buffer, check: (counted: Counted) => void) {
    this.#bytes = bytes;
    this.#check = check;
  }

  /** Reads a struct. What `field` does not read, and says so, is left out. */
  struct(field: (id: number, type: number) => boolean): void {
    this.#counted.structs += 1;
    this.#check(this.#counted);
    this.#within(() => {
      let id = 0;
      for (let head = this.#byte(); head !== 0; head = this.#byte()) {
        // The difference to the last one, or the number itself.
        id = head >> 4 === 0 ? this.number() : id + (head >> 4);
        const type = head & 15;
        if (!field(id, type)) this.#skip(type, false);
      }
    });
  }

  /** Reads the beginning of a list: how many things of which type there are. */
  list(): { readonly size: number; readonly type: number } {
    const head = this.#byte();
    const size = head >> 4 === LONG_LIST ? this.#length() : head >> 4;
    this.#count(size);
    return { size, type: head & 15 };
  }

  /** A whole number, by turns positive and negative (zigzag). */
  number(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #skip(type: number, listed: boolean): void {
    if (TRUTHS.includes(type)) this.#take(listed ? 1 : 0);
    else if (type === BYTE) this.#take(1);
    else if (NUMBERS.includes(type)) this.#varint();
    else if (type === DOUBLE) this.#take(8);
    else if (type === UUID) this.#take(16);
    else if (type === BINARY) this.#take(this.#length());
    else if (type === TYPE.struct) this.struct(() => false);
    else if (type === TYPE.list || type === SET) this.#within(() => this.#skipList());
    else if (type === MAP) this.#within(() => this.#skipMap());
    else throw unreadable('parquet', 'a value of no known type');
  }

  #skipList(): void {
    const { size, type } = this.list();
    for (let index = 0; index < size; index++) this.#skip(type, true);
  }

  #skipMap(): void {
    const size = this.#length();
    if (size === 0) return;
    this.#count(2 * size);
    const types = this.#byte();
    for (let index = 0; index < size; index++) {
      this.#skip(types >> 4, true);
      this.#skip(types & 15, true);
    }
  }

  #within(read: () => void): void {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw unreadable('parquet', 'a footer of many levels');
    read();
    this.#depth -= 1;
  }

  #count(items: number): void {
    this.#counted.items += items;
    this.#check(this.#counted);
  }

  /** Of something that is there, as long as it says. */
  #length(): number {
    const length = this.#varint();
    if (length > this.#bytes.length - this.#at) throw unreadable('parquet', 'a footer that breaks off');
    return length;
  }

  /** Seven bits a byte, the lowest first. */
  #varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw unreadable('parquet', 'a number that does not end');
  }

  #take(length: number): void {
    if (length > this.#bytes.length - this.#at) throw unreadable('parquet', 'a footer that breaks off');
    this.#at += length;
  }

  #byte(): number {
    this.#take(1);
    return this.#bytes[this.#at - 1] ?? 0;
  }
}
