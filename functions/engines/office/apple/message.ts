/** A protocol buffer without a schema: fields are read by number, and nested messages on demand. */
export class Message {
  readonly #fields = new Map<number, (number | Buffer)[]>();

  /** @throws Error where it is damaged */
  constructor(bytes: Buffer) {
    for (let at = 0; at < bytes.length; ) {
      const key = varint(bytes, at);
      const [field, wireType] = [Math.floor(key.value / 8), key.value % 8];
      at = key.end;
      // Fixed 64- and 32-bit values are not needed here.
      if (wireType === 1 || wireType === 5) {
        at += wireType === 1 ? 8 : 4;
        continue;
      }
      if (wireType !== 0 && wireType !== 2) throw new Error('a field of an unknown wire type');
      const { value, end } = varint(bytes, at);
      at = wireType === 0 ? end : end + value;
      if (at > bytes.length) throw new Error('a field is truncated');
      const values = this.#fields.get(field) ?? [];
      values.push(wireType === 0 ? value : bytes.subarray(end, at));
      this.#fields.set(field, values);
    }
  }

  number(field: number): number | undefined {
    const value = this.#fields.get(field)?.[0];
    return typeof value === 'number' ? value : undefined;
  }

  bytes(field: number): Buffer | undefined {
    const value = this.#fields.get(field)?.[0];
    return typeof value === 'number' ? undefined : value;
  }

  text(field: number): string | undefined {
    return this.bytes(field)?.toString('utf8');
  }

  messages(field: number): Message[] {
    const values = this.#fields.get(field) ?? [];
    return values.filter((value) => typeof value !== 'number').map((value) => new Message(value));
  }
}

/** Reads a number of seven bits a byte, the lowest first. */
export function varint(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < start + 10; at++) {
    const byte = bytes[at];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new Error('a varint without an end');
}
