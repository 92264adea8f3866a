import { copyFile, cp, lstat, mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import type { Platform } from '../platform.ts';

/** Unpacked packages seen as one file system, which remembers the packages that something was taken from. */
export class PackageTree {
  readonly used = new Set<string>();
  /** What the packages are for. */
  readonly platform: Platform;
  readonly #folder: string;
  readonly #owners: ReadonlyMap<string, string>;
  readonly #libraries = new Map<string, string>();

  private constructor(folder: string, owners: ReadonlyMap<string, string>, platform: Platform) {
    this.platform = platform;
    this.#folder = folder;
    this.#owners = owners;
    for (const path of owners.keys()) {
      const name = basename(path);
      const known = this.#libraries.get(name);
      if (/\.so(\.|$)/.test(name) && !(known && known.length <= path.length)) this.#libraries.set(name, path);
    }
  }

  /** @param folder holds a folder per package, as `unpackPackages` leaves it */
  static async open(folder: string, platform: Platform): Promise<PackageTree> {
    const owners = new Map<string, string>();
    for (const owner of await readdir(folder)) {
      const entries = await readdir(join(folder, owner), { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name).slice(join(folder, owner).length + 1);
        if (!entry.isDirectory()) owners.set(path, owner);
      }
    }
    return new PackageTree(folder, owners, platform);
  }

  /** Where a shared library lies, by its soname. */
  library(soname: string): string | undefined {
    return this.#libraries.get(soname);
  }

  /** The files whose paths start with this. */
  list(prefix: string): string[] {
    return [...this.#owners.keys()].filter((path) => path.startsWith(prefix));
  }

  /** The text of a file; a folder on the way to it may be a link, as documentation of sister packages is. */
  async text(path: string): Promise<string> {
    const folder = dirname(path);
    if (!this.#owners.has(folder)) return readFile(await this.#locate(path), 'utf8');
    return readFile(await this.#locate(join(await this.#follow(folder), basename(path))), 'utf8');
  }

  /** Copies one file; what a symbolic link points to, not the link. */
  async take(path: string, target: string): Promise<void> {
    const source = await this.#locate(path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }

  /** Copies a folder with all that packages have put there; links that stay within it stay links. */
  async takeFolder(path: string, target: string, keep: (path: string) => boolean = () => true): Promise<void> {
    for (const file of this.list(`${path}/`)) {
      if (!keep(file.slice(path.length + 1))) continue;
      await this.#copy(file, join(target, file.slice(path.length + 1)));
    }
  }

  async #copy(path: string, target: string): Promise<void> {
    const owner = this.#owner(path);
    const source = join(this.#folder, owner, path);
    const link = (await lstat(source)).isSymbolicLink() ? await readlink(source) : '';
    await mkdir(dirname(target), { recursive: true });
    if (link && !link.includes('/')) await cp(source, target, { verbatimSymlinks: true });
    else await copyFile(await this.#locate(path), target);
    this.used.add(owner);
  }

  /** Follows links within the tree; they may be absolute and lead into other packages. */
  async #locate(path: string): Promise<string> {
    const owner = this.#owner(path);
    this.used.add(owner);
    const source = join(this.#folder, owner, path);
    return (await lstat(source)).isSymbolicLink() ? this.#locate(await this.#follow(path)) : source;
  }

  async #follow(path: string): Promise<string> {
    const link = await readlink(join(this.#folder, this.#owner(path), path));
    return normalize(link.startsWith('/') ? link.slice(1) : join(dirname(path), link));
  }

  #owner(path: string): string {
    const owner = this.#owners.get(path);
    if (!owner) throw new Error(`no package has ${path}`);
    return owner;
  }
}
