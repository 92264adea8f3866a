import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetStaging } from 'aws-cdk-lib';
import { type Engine, layersOf } from '../functions/engines/engine.ts';
import { ARCHITECTURES } from '../functions/sandbox/architecture.ts';
import { run } from '../layers/run.ts';
import { LAYER_LIST, type LayerList, layerPackage } from '../lib/engines/built-layers.ts';
import { ConversionFunction } from '../lib/functions/conversion-function.ts';
import { BUNDLE_LIST, type BundleList } from '../lib/functions/prepared-bundles.ts';
import { IngestTask } from '../lib/ingest/ingest-task.ts';
import { ServerBundle } from '../lib/ingest/server-bundle.ts';
import { everything } from '../lib/policies/everything.ts';
import { BILL } from './bill-of-materials.ts';
import { dependencies, devDependencies, ROOT, version, writePackage } from './package.ts';

/** The peer dependencies of the construct. */
const PEERS = ['aws-cdk-lib', 'constructs'] as const;

/**
 * Writes the package of the construct: compiled, with the bundles of all functions, and the digests of the layers.
 */
export async function writeConstructPackage(
  folder: string,
  engines: readonly Engine[],
  layers: LayerList,
): Promise<void> {
  writePackage(folder, {
    name: 'file-conversion-construct',
    description: 'A file conversion API as a CDK construct: deploy it into your own AWS account.',
    keywords: ['aws-cdk', 'cdk', 'construct', 'file-conversion', 'serverless'],
    type: 'module',
    // CommonJS can `require` ES modules since this version.
    engines: { node: '>=22.12' },
    exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' }, './package.json': './package.json' },
    dependencies: { typebox: dependencies.typebox },
    peerDependencies: Object.fromEntries(PEERS.map((name) => [name, `^${devDependencies[name]}`])),
    // The layers for the default architecture. With --omit=optional, synthesis names the missing ones.
    optionalDependencies: Object.fromEntries(
      [...new Set(engines.flatMap(layersOf))].sort().map((name) => [layerPackage(name, 'arm64'), version]),
    ),
  });
  await run('npx', ['--no-install', 'tsc', '-p', join(ROOT, 'release'), '--outDir', folder], { cwd: ROOT });
  cpSync(join(ROOT, 'functions/edge'), join(folder, 'functions/edge'), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || path.endsWith('.js'),
  });
  bundleCode(join(folder, 'bundles'), engines);
  writeFileSync(join(folder, LAYER_LIST), `${JSON.stringify(layers, undefined, 2)}\n`);
  // The packages in the bundles, by the lock file.
  const bill = await run('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'spdx', '--package-lock-only'], {
    cwd: ROOT,
  });
  writeFileSync(join(folder, BILL), bill);
  copyFileSync(join(ROOT, 'release/README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'docs/reference/construct.md'), join(folder, 'API.md'));
}

/** Bundles all code by a synthesis with all features, and stores files by digest, since most are in several bundles. */
function bundleCode(folder: string, engines: readonly Engine[]): void {
  mkdirSync(folder);
  const list: Record<string, BundleList[string]> = {};
  for (const architecture of ARCHITECTURES) {
    const { stack } = everything({ engines, architecture }, { bundling: true });
    new IngestTask(stack, 'Task');
    for (const construct of stack.node.findAll()) {
      if (!(construct instanceof ConversionFunction || construct instanceof ServerBundle)) continue;
      const [staging] = construct.node.findAll().filter((part) => part instanceof AssetStaging);
      if (staging) list[construct.bundleName] ??= keepFiles(staging.absoluteStagedPath, folder);
    }
  }
  writeFileSync(join(folder, BUNDLE_LIST), `${JSON.stringify(list, undefined, 2)}\n`);
}

function keepFiles(bundle: string, folder: string): BundleList[string] {
  const paths = readdirSync(bundle, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(bundle, path)).isFile());
  return Object.fromEntries(
    files.map((path) => {
      const content = readFileSync(join(bundle, path));
      const digest = createHash('sha256').update(content).digest('hex');
      writeFileSync(join(folder, digest), content);
      return [path, digest];
    }),
  );
}
