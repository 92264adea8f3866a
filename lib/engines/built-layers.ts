import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LAYERS } from '../../layers/folders.ts';
import { LIMIT } from '../../layers/limit/compile.ts';
import { REPOSITORY } from '../functions/function-bundling.ts';
import { sizeOf } from '../functions/unzipped-size.ts';

/** A layer that can be deployed: a folder, where it was built, or an archive, where it came as a package. */
export interface BuiltLayer {
  readonly name: string;
  /** What lies in the folder or archive, lies at /opt. */
  readonly path: string;
  /** Its size in bytes, unzipped. */
  readonly size: number;
  /** What the CDK would call the folder of which an archive was made. */
  readonly fingerprint?: string;
}

/** The file of the package that says which archives of layers belong to it; there is none in a checkout. */
export const LAYER_LIST = 'layers.json';

/** The archives of layers, by the name of the layer. */
export type LayerList = Readonly<Record<string, LayerArchive>>;

/** An archive of a layer. */
export interface LayerArchive {
  /** The SHA-256 of the archive. */
  readonly digest: string;
  /** What the CDK calls the folder of which it was made. */
  readonly fingerprint: string;
  /** In bytes, unzipped. */
  readonly size: number;
}

/** The package in which a layer comes. */
export function layerPackage(name: string): string {
  return `file-conversion-layers-${name}`;
}

/** An archive that is not the one that belongs to this package: one sentence, for whoever deploys. */
export class WrongLayer extends Error {
  constructor(path: string) {
    super(
      `${path} does not belong to this version: install the same version of file-conversion-construct and of its layers.`,
    );
    this.name = 'WrongLayer';
    // Not where in our code that was found.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** Whether layers come as packages, or are built in this checkout. */
export function layersComeAsPackages(): boolean {
  return existsSync(join(REPOSITORY, LAYER_LIST));
}

/**
 * A layer, if it is there whole: in the folder, or else where `npm run layers` or `npm install` puts it.
 * @throws WrongLayer when an archive is there that belongs to another version
 */
export function findLayer(name: string, folder?: string): BuiltLayer | undefined {
  return builtLayer(name, folder ?? LAYERS) ?? (layersComeAsPackages() ? layerArchive(name, folder) : undefined);
}

/** The engine's programs, and what starts them. */
function builtLayer(name: string, root: string): BuiltLayer | undefined {
  const path = join(root, name);
  const whole = [name, LIMIT].every((part) => existsSync(join(path, part)));
  return whole ? { name, path, size: sizeOf(path) } : undefined;
}

function layerArchive(name: string, folder: string | undefined): BuiltLayer | undefined {
  const archive = (JSON.parse(readFileSync(join(REPOSITORY, LAYER_LIST), 'utf8')) as LayerList)[name];
  const path = join(folder ?? installedPackage(name) ?? '', `${name}.zip`);
  if (!archive || !existsSync(path)) return undefined;
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (digest !== archive.digest) throw new WrongLayer(path);
  return { name, path, size: archive.size, fingerprint: archive.fingerprint };
}

/** Beside this package, or among those of the app. */
function installedPackage(name: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'app.js')]) {
    try {
      return dirname(createRequire(from).resolve(`${layerPackage(name)}/package.json`));
    } catch {
      // It may be at the other place.
    }
  }
  return undefined;
}
