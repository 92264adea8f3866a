/** A protocol buffer, of which only the numbers of fields are known; what stands in it again is read when it is asked for. */
export class Message {
  readonly #fields = new Map<number, (number | Buffer)[]>();

  /** @throws Error where it is broken */
  constructor(bytes: Buffer) {
    for (let at = 0; at < bytes.length; ) {
      const key = varint(bytes, at);
      const [field, kind] = [Math.floor(key.value / 8), key.value % 8];
      at = key.end;
      // Numbers of eight or four bytes are of no use here.
      if (kind === 1 || kind === 5) {
        at += kind === 1 ? 8 : 4;
        continue;
      }
      if (kind !== 0 && kind !== 2) throw new Error('a field of no known kind');
      const { value, end } = varint(bytes, at);
      at = kind === 0 ? end : end + value;
      if (at > bytes.length) throw new Error('a field breaks off');
      const values = this.#fields.get(field) ?? [];
      values.push(kind === 0 ? value : bytes.subarray(end, at));
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

/** Seven bits a byte, the lowest first. */
export function varint(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < start + 10; at++) {
    const byte = bytes[at];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new Error('a number that does not end');
}
