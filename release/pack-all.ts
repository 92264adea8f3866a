import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, layersOf } from '../functions/engines/engine.ts';
import { ARCHITECTURES } from '../functions/sandbox/architecture.ts';
import { run } from '../layers/run.ts';
import { type LayerArchive, layerPackage } from '../lib/engines/built-layers.ts';
import { writeConstructPackage } from './construct-package.ts';
import { writeLayerPackage } from './layer-package.ts';
import { ROOT } from './package.ts';

/** Packs the construct, the layers, the client and the command line for npm, into an empty folder. */
export async function packAll(folder: string, engines: readonly Engine[]): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const unpacked = join(folder, 'unpacked');
  const packages = ['client', 'cli'].map((name) => join(ROOT, name));
  const layers: Record<string, LayerArchive> = {};
  for (const name of [...new Set(engines.flatMap(layersOf))].sort()) {
    for (const architecture of ARCHITECTURES) {
      const layer = layerPackage(name, architecture);
      layers[layer] = await writeLayerPackage(join(unpacked, layer), name, architecture);
      packages.push(join(unpacked, layer));
    }
  }
  const construct = join(unpacked, 'construct');
  await writeConstructPackage(construct, engines, layers);
  for (const path of [...packages, construct]) await run('npm', ['pack', '--pack-destination', folder], { cwd: path });
  rmSync(unpacked, { recursive: true });
}
