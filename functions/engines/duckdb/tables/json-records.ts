import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { decodePlain } from '../../office/text-encoding.ts';
import { parseJson } from '../json.ts';
import type { Records } from './read-records.ts';
import { isJsonList, scanJson } from './scan-json.ts';

/** A JSON file: one list, or concatenated values, mostly one on each line. */
export class JsonFile implements Records {
  readonly bytes: Buffer;
  readonly #isList: boolean;
  readonly #from: number;

  private constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#from = bytes.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0;
    this.#isList = isJsonList(bytes, this.#from);
  }

  static async read(path: string): Promise<JsonFile> {
    const raw = await readFile(path);
    return new JsonFile(isUtf8(raw) && !raw.includes(0) ? raw : Buffer.from(decodePlain(raw)));
  }

  /** Calls a function with each value; they are never in memory together. */
  visit(callback: (value: unknown) => void): void {
    scanJson(this.bytes, this.#from, this.#isList, (start, end) =>
      callback(parseJson(this.bytes.toString('utf8', start, end))),
    );
  }

  /** The value, where there is exactly one. */
  only(): { readonly value: unknown } | undefined {
    if (this.#isList) return undefined;
    let [first, count] = [undefined as unknown, 0];
    this.visit((value) => {
      if (count === 0) first = value;
      count += 1;
    });
    return count === 1 ? { value: first } : undefined;
  }
}
