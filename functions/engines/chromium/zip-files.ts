import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type OpenZip, openZip } from '../../detection/document-zip.ts';
import { LIMITS, tooLarge } from './page-limits.ts';
import { ORIGIN, type Resource, typeOf } from './site.ts';

/** Media types by extension of what the browser loads by its type; it sniffs pictures, fonts and all others. */
export const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
};

/** The files of a zip as a web server sends them. All that are sent are decompressed once, up to the limit of a site. */
export class ZipFiles {
  readonly names: ReadonlySet<string>;
  readonly #sent = new Map<string, Resource | undefined>();
  readonly #zip: OpenZip;
  #left: number = LIMITS.site;

  private constructor(zip: OpenZip) {
    this.#zip = zip;
    this.names = new Set(zip.names);
  }

  /** @throws ConversionError TOO_COMPLEX */
  static async open(path: string): Promise<ZipFiles> {
    if ((await stat(path)).size > LIMITS.site) throw tooLarge('file', LIMITS.site);
    const bytes = await readFile(path);
    return new ZipFiles(openZip((position, length) => bytes.subarray(position, position + length), bytes.length));
  }

  /**
   * A file, or nothing where it is missing or cannot be read.
   * @throws ConversionError TOO_COMPLEX when the files that were sent are too large
   */
  send(name: string): Resource | undefined {
    if (!this.names.has(name)) return undefined;
    if (!this.#sent.has(name)) this.#sent.set(name, this.#resource(name));
    return this.#sent.get(name);
  }

  #resource(name: string): Resource | undefined {
    const content = this.#zip.data(name, LIMITS.page);
    this.#left -= content?.length ?? 0;
    if (this.#left < 0) throw tooLarge('site', LIMITS.site);
    const type = TYPES[extname(name).toLowerCase()] ?? '';
    return content && { content, type: type === 'text/html' ? typeOf(content, type) : type };
  }
}

/** The name of the file at an address; undefined where that is not of the site. */
export function nameAt(address: string): string | undefined {
  if (!address.startsWith(ORIGIN)) return undefined;
  try {
    return decodeURIComponent(address.slice(ORIGIN.length).replace(/\?.*$/s, ''));
  } catch {
    return undefined;
  }
}
