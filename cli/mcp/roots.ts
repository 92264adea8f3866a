import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** The folders in which an assistant may read and write. Links cannot lead out of them. */
export class Roots {
  readonly #folders: readonly string[];

  private constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** @throws Error ENOENT for a folder that does not exist */
  static async open(folders: readonly string[]): Promise<Roots> {
    return new Roots(await Promise.all(folders.map((folder) => realpath(folder))));
  }

  /** The real paths of the folders. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** The real path of a file to read. A relative path begins in the first root. @throws Error */
  async readable(path: string): Promise<string> {
    const real = await realpath(this.#absolute(path)).catch(() => undefined);
    if (real === undefined || !this.#holds(real)) throw this.#outside(path);
    // Reading a named pipe may never end.
    if (!(await stat(real)).isFile()) throw new Error(`${JSON.stringify(path)} is not a file.`);
    return real;
  }

  /** The real path of a file to write; its folder has to exist. @throws Error */
  async writable(path: string): Promise<string> {
    const absolute = this.#absolute(path);
    const folder = await realpath(dirname(absolute)).catch(() => undefined);
    if (folder !== undefined && this.#holds(folder)) return join(folder, basename(absolute));
    throw this.#outside(path);
  }

  #absolute(path: string): string {
    return resolve(this.#folders[0] ?? '', path);
  }

  #holds(real: string): boolean {
    return this.#folders.some((folder) => {
      const inside = relative(folder, real);
      return inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside);
    });
  }

  /** The same error for a missing file and one outside, so that it reveals nothing of other folders. */
  #outside(path: string): Error {
    return new Error(`There is no ${JSON.stringify(path)} in ${this.#folders.join(', ')}.`);
  }
}
