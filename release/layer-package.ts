import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileSystem } from 'aws-cdk-lib';
import { ZipFile } from 'yazl';
import type { Architecture } from '../functions/sandbox/architecture.ts';
import { layersFor } from '../layers/folders.ts';
import { findLayer, type LayerArchive, layerPackage } from '../lib/engines/built-layers.ts';
import { LayersNotBuilt } from '../lib/engines/deployed-engines.ts';
import { BILL, billOfMaterials } from './bill-of-materials.ts';
import { version, writePackage } from './package.ts';

/** A fixed time, so that the same layer gives the same archive; in DOS format, which has no time zone. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * Writes the package of a layer with its archive, which keeps the executable bits on all systems.
 * @throws LayersNotBuilt
 */
export async function writeLayerPackage(
  folder: string,
  name: string,
  architecture: Architecture,
): Promise<LayerArchive> {
  const layer = findLayer(name, architecture, layersFor(architecture));
  if (!layer) throw new LayersNotBuilt([name], architecture);
  const file = `${name}.zip`;
  mkdirSync(folder, { recursive: true });
  await writeArchive(layer.path, join(folder, file));
  writePackage(folder, {
    name: layerPackage(name, architecture),
    description: `The Lambda layer ${name} for ${architecture} of the file conversion service. See file-conversion-construct.`,
    license: 'SEE LICENSE IN README.md',
    files: [file, BILL],
  });
  const readme = `# ${layerPackage(name, architecture)}\n\nThe Lambda layer \`${name}\` for ${architecture} of [file-conversion-construct](https://www.npmjs.com/package/file-conversion-construct), of the same version.\nThe licences of what is in it lie in the archive, in \`${name}/licenses\`.\n`;
  writeFileSync(join(folder, 'README.md'), readme);
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, file)), hash);
  const digest = hash.digest('hex');
  writeFileSync(join(folder, BILL), JSON.stringify(billOfMaterials(name, architecture, version, digest), undefined, 2));
  return { digest, fingerprint: FileSystem.fingerprint(layer.path), size: layer.size };
}

/** Follows symbolic links, as the CDK does for assets. */
async function writeArchive(folder: string, target: string): Promise<void> {
  const zip = new ZipFile();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const path of paths) {
    const stats = statSync(join(folder, path));
    if (stats.isFile()) zip.addFile(join(folder, path), path, { ...ENTRY, mode: stats.mode });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
}
