import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The content of a committed sample below `test/`; `.gz` files are decompressed. */
export function committed(path: string): Buffer {
  const content = readFileSync(join(import.meta.dirname, '..', path));
  return path.endsWith('.gz') ? gunzipSync(content) : content;
}
