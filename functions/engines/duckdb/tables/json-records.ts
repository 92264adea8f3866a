import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { decodePlain } from '../../office/text-encoding.ts';
import { parseJson } from '../json.ts';
import type { Records } from './read-records.ts';
import { isJsonList, scanJson } from './scan-json.ts';

/** A file of JSON: one list, or values that follow one another, mostly one a line. */
export class JsonFile implements Records {
  readonly bytes: Buffer;
  readonly isList: boolean;
  readonly #from: number;

  private constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#from = bytes.toString('hex', 0, 3) === 'efbbbf' ? 3 : 0;
    this.isList = isJsonList(bytes, this.#from);
  }

  static async read(path: string): Promise<JsonFile> {
    const raw = await readFile(path);
    return new JsonFile(isUtf8(raw) && !raw.includes(0) ? raw : Buffer.from(decodePlain(raw)));
  }

  /** Tells each value, one at a time: they never are in memory together. */
  visit(tell: (value: unknown) => void): void {
    scanJson(this.bytes, this.#from, this.isList, (start, end) =>
      tell(parseJson(this.bytes.toString('utf8', start, end))),
    );
  }

  /** The only value, where there is no more than one. */
  only(): { readonly value: unknown } | undefined {
    if (this.isList) return undefined;
    const values: unknown[] = [];
    let count = 0;
    this.visit((value) => {
      count += 1;
      if (count === 1) values.push(value);
    });
    return count === 1 ? { value: values[0] } : undefined;
  }
}
