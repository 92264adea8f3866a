import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { layersFor } from '../../layers/folders.ts';
import { LIMIT } from '../../layers/limit/compile.ts';
import { REPOSITORY } from '../functions/function-bundling.ts';
import { sizeOf } from '../functions/unzipped-size.ts';

/** A layer to deploy: a folder, where it was built, or an archive, where it is installed as a package. */
export interface BuiltLayer {
  readonly name: string;
  readonly architecture: Architecture;
  /** The folder or archive, whose content is mounted at /opt. */
  readonly path: string;
  /** Its size in bytes, unzipped. */
  readonly size: number;
  /** The CDK's fingerprint of the folder of which an archive was made. */
  readonly fingerprint?: string;
}

/** The file of the package that lists its archives of layers; a checkout has none. */
export const LAYER_LIST = 'layers.json';

/** The archives of layers, by the name of their package. */
export type LayerList = Readonly<Record<string, LayerArchive>>;

/** An archive of a layer. */
export interface LayerArchive {
  /** The SHA-256 of the archive. */
  readonly digest: string;
  /** The CDK's fingerprint of the folder of which it was made. */
  readonly fingerprint: string;
  /** In bytes, unzipped. */
  readonly size: number;
}

/** The name of the package of a layer. */
export function layerPackage(name: string, architecture: Architecture): string {
  return `file-conversion-layers-${name}-${architecture}`;
}

/** An archive of a layer belongs to another version of this package. */
export class WrongLayer extends Error {
  constructor(path: string) {
    super(
      `${path} does not belong to this version: install the same version of file-conversion-construct and of its layers.`,
    );
    this.name = 'WrongLayer';
    // Without the stack trace, since the message says what to do.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** Whether layers are installed as packages, and not built in this checkout. */
export function layersComeAsPackages(): boolean {
  return existsSync(join(REPOSITORY, LAYER_LIST));
}

/**
 * Finds a complete layer: in the folder, or else where `npm run layers` or `npm install` puts it.
 * @throws WrongLayer when its archive belongs to another version
 */
export function findLayer(name: string, architecture: Architecture, folder?: string): BuiltLayer | undefined {
  const built = builtLayer(name, architecture, folder ?? layersFor(architecture));
  return built ?? (layersComeAsPackages() ? layerArchive(name, architecture, folder) : undefined);
}

/** A layer with the engine's programs and their launcher. */
function builtLayer(name: string, architecture: Architecture, root: string): BuiltLayer | undefined {
  const path = join(root, name);
  const whole = [name, LIMIT].every((part) => existsSync(join(path, part)));
  return whole && isFor(architecture, path) ? { name, architecture, path, size: sizeOf(path) } : undefined;
}

/** Architectures by their `e_machine` in an ELF header. */
const MACHINES: Readonly<Record<Architecture, number>> = { x86_64: 62, arm64: 183 };

/** Whether a layer is for an architecture, by the ELF header of its launcher: a given folder may have either. */
function isFor(architecture: Architecture, path: string): boolean {
  const launcher = join(path, LIMIT, 'bin', LIMIT);
  return !existsSync(launcher) || readFileSync(launcher).readUInt16LE(18) === MACHINES[architecture];
}

function layerArchive(name: string, architecture: Architecture, folder: string | undefined): BuiltLayer | undefined {
  const list: LayerList = JSON.parse(readFileSync(join(REPOSITORY, LAYER_LIST), 'utf8'));
  const archive = list[layerPackage(name, architecture)];
  const path = join(folder ?? installedPackage(layerPackage(name, architecture)) ?? '', `${name}.zip`);
  if (!archive || !existsSync(path)) return undefined;
  const digest = hash('sha256', readFileSync(path));
  if (digest !== archive.digest) throw new WrongLayer(path);
  return { name, architecture, path, size: archive.size, fingerprint: archive.fingerprint };
}

/** The folder of a package: beside this one, or in the node_modules of the app. */
function installedPackage(name: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'app.js')]) {
    try {
      return dirname(createRequire(from).resolve(`${name}/package.json`));
    } catch {
      // It may be in the other folder.
    }
  }
  return undefined;
}
