import type { PackageTree } from './debian/tree.ts';
import type { Progress } from './progress.ts';

/** What a recipe works with. */
export interface Assembly {
  /** The unpacked packages. */
  readonly tree: PackageTree;
  /** The folder to fill: what Lambda mounts at /opt/<name>. */
  readonly output: string;
  /** A folder for files on the way, removed afterwards. */
  readonly scratch: string;
  readonly progress: Progress;
}

/** How a layer is made of Debian packages. Adding one is a folder with a recipe and a line in recipes.ts. */
export interface Recipe {
  readonly name: string;
  /** Packages to ask for; what they depend on comes along. */
  readonly packages: readonly string[];
  /** Whether something of it runs while it is built: for another processor, the layer for this machine is built first. */
  readonly runs?: boolean;
  /** Fills the output folder. */
  assemble(assembly: Assembly): Promise<void>;
}
