import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { layersFor } from '../../layers/folders.ts';
import { LIMIT } from '../../layers/limit/compile.ts';
import { REPOSITORY } from '../functions/function-bundling.ts';
import { sizeOf } from '../functions/unzipped-size.ts';

/** A layer that can be deployed: a folder, where it was built, or an archive, where it came as a package. */
export interface BuiltLayer {
  readonly name: string;
  readonly architecture: Architecture;
  /** What lies in the folder or archive, lies at /opt. */
  readonly path: string;
  /** Its size in bytes, unzipped. */
  readonly size: number;
  /** What the CDK would call the folder of which an archive was made. */
  readonly fingerprint?: string;
}

/** The file of the package that says which archives of layers belong to it; there is none in a checkout. */
export const LAYER_LIST = 'layers.json';

/** The archives of layers, by the name of their package. */
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
export function layerPackage(name: string, architecture: Architecture): string {
  return `file-conversion-layers-${name}-${architecture}`;
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
export function findLayer(name: string, architecture: Architecture, folder?: string): BuiltLayer | undefined {
  const built = builtLayer(name, architecture, folder ?? layersFor(architecture));
  return built ?? (layersComeAsPackages() ? layerArchive(name, architecture, folder) : undefined);
}

/** The engine's programs, and what starts them. */
function builtLayer(name: string, architecture: Architecture, root: string): BuiltLayer | undefined {
  const path = join(root, name);
  const whole = [name, LIMIT].every((part) => existsSync(join(path, part)));
  return whole && isFor(architecture, path) ? { name, architecture, path, size: sizeOf(path) } : undefined;
}

/** Architectures by their `e_machine` in an ELF header. */
const MACHINES: Readonly<Record<Architecture, number>> = { x86_64: 62, arm64: 183 };

/** A given folder may have layers for the other architecture: the ELF header of their launcher says so. */
function isFor(architecture: Architecture, path: string): boolean {
  const launcher = join(path, LIMIT, 'bin', LIMIT);
  return !existsSync(launcher) || readFileSync(launcher).readUInt16LE(18) === MACHINES[architecture];
}

function layerArchive(name: string, architecture: Architecture, folder: string | undefined): BuiltLayer | undefined {
  const list: LayerList = JSON.parse(readFileSync(join(REPOSITORY, LAYER_LIST), 'utf8'));
  const archive = list[layerPackage(name, architecture)];
  const path = join(folder ?? installedPackage(layerPackage(name, architecture)) ?? '', `${name}.zip`);
  if (!archive || !existsSync(path)) return undefined;
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (digest !== archive.digest) throw new WrongLayer(path);
  return { name, architecture, path, size: archive.size, fingerprint: archive.fingerprint };
}

/** Beside this package, or among those of the app. */
function installedPackage(name: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'app.js')]) {
    try {
      return dirname(createRequire(from).resolve(`${name}/package.json`));
    } catch {
      // The other directory may have it.
    }
  }
  return undefined;
}
