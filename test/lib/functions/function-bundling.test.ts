import { execFileSync, execSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../../functions/engines/index.ts';
import { conversionSchema } from '../../../functions/http/representation-schemas.ts';
import { bundle, REPOSITORY } from '../../../lib/functions/function-bundling.ts';
import { LARGEST_FUNCTION, sizeOf } from '../../../lib/functions/unzipped-size.ts';
import { Synthesis } from '../synthesis.ts';

/** What is in a bundle that uses one of the decoders among the packages, beside it or within. */
const DECODERS = /from"sharp"|@img\/sharp-/;

/** In bytes. With a package in two versions, or with all operations of a service, a bundle soon has more. */
const LARGEST_BUNDLE = 850_000;

/** What is in a bundle whose SDK looks for credentials where a container has them, and at a dozen places more. */
const CONTAINER_CREDENTIALS = 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI';

/** What lies beside the bundles that are not alone. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  convert: ['detection-worker.mjs'],
  intake: ['detection-worker.mjs'],
  openapi: ['openapi.json'],
  docs: ['api.html'],
  page: ['page'],
  ...Object.fromEntries(
    ENGINES.map(({ name, worker }) => [
      `engine ${name}`,
      [
        'program.mjs',
        ...(worker.packages.length > 0 ? ['node_modules', 'package.json'] : []),
        ...(worker.files ?? []).map((file) => basename(file)),
      ],
    ]),
  ),
};

let output: string;
let assets: Record<string, string>;
let environments: Record<string, NodeJS.ProcessEnv>;

// The one test that bundles for real, as `cdk synth` does: it takes seconds, and the npm registry.
beforeAll(() => {
  output = mkdtempSync(join(tmpdir(), 'bundling-'));
  const synthesized = new Synthesis({ engines: ENGINES }, { outdir: output, bundling: true });
  assets = Object.fromEntries(
    Object.entries(synthesized.functions()).map(([name, fn]) => {
      const { S3Key } = synthesized.resourceOf(fn).Properties.Code;
      return [name, join(output, `asset.${basename(S3Key, '.zip')}`)];
    }),
  );
  environments = Object.fromEntries(
    Object.entries(synthesized.functions()).map(([name, fn]) => {
      const { ENGINES: engines } = synthesized.resourceOf(fn).Properties.Environment?.Variables ?? {};
      return [name, typeof engines === 'string' ? { ENGINES: engines } : {}];
    }),
  );
}, 180_000);

afterAll(() => rmSync(output, { recursive: true, force: true }));

function asset(name: string): string {
  const folder = assets[name];
  if (!folder) throw new Error(`there is no asset of ${name}`);
  return folder;
}

/** Runs a script in an asset's folder, with nothing of this repository within reach, and told of the engines deployed. */
function run(name: string, script: string): string {
  const env = { AWS_REGION: 'eu-central-1', HOME: output, ...environments[name] };
  const args = ['--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { cwd: asset(name), env, encoding: 'utf8' });
}

describe('the bundles', () => {
  it('of all handlers are one small file', () => {
    for (const name of Object.keys(assets)) {
      expect(statSync(join(asset(name), 'index.mjs')).size, name).toBeLessThanOrEqual(LARGEST_BUNDLE);
      expect(readdirSync(asset(name)).sort(), name).toEqual(['index.mjs', ...(BESIDE[name] ?? [])].sort());
    }
  });

  it('hold none of the schemas of the API document, of which they have the types', () => {
    const words = 'Whoever knows it may download.';
    expect(JSON.stringify(conversionSchema)).toContain(words);
    for (const name of Object.keys(assets))
      expect(readFileSync(join(asset(name), 'index.mjs'), 'utf8'), name).not.toContain(words);
  });

  it('load, and export a handler; engines do more then, in the rehearsal', () => {
    for (const name of Object.keys(assets).filter((fn) => !fn.startsWith('engine '))) {
      const script = `
        globalThis.awslambda = { streamifyResponse: (handler) => handler };
        const { handler } = await import('./index.mjs');
        console.log(typeof handler);`;
      expect(run(name, script).trim(), name).toBe('function');
    }
  });

  it('look for credentials where Lambda puts them alone; the ingest server, which may be a container, does not', () => {
    for (const name of Object.keys(assets)) {
      expect(readFileSync(join(asset(name), 'index.mjs'), 'utf8'), name).not.toContain(CONTAINER_CREDENTIALS);
    }
    const server = join(output, 'server.mjs');
    execSync(bundle(join(REPOSITORY, 'functions/ingest/server.ts'), server), { cwd: REPOSITORY });
    expect(readFileSync(server, 'utf8')).toContain(CONTAINER_CREDENTIALS);
  });
});

describe('what only engines may have', () => {
  const read = (name: string, file: string) => readFileSync(join(asset(name), file), 'utf8');

  it('is in no other bundle: no decoder, and nothing that calls one', () => {
    for (const name of Object.keys(assets).filter((fn) => !fn.startsWith('engine '))) {
      const files = readdirSync(asset(name), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
      for (const { parentPath, name: file } of files)
        expect(readFileSync(join(parentPath, file), 'utf8'), `${file} of ${name}`).not.toMatch(DECODERS);
    }
    expect(read('engine sharp', 'program.mjs')).toMatch(DECODERS);
  });
});

describe.each(ENGINES)('the bundle of the engine $name', ({ name, worker: { packages, layers } }) => {
  const folder = () => asset(`engine ${name}`);

  it('carries the packages of the engine', () => {
    for (const item of packages) expect(existsSync(join(folder(), 'node_modules', item)), item).toBe(true);
  });

  it.runIf(packages.includes('sharp'))("has sharp for Lambda's platform and for no other", () => {
    expect(readdirSync(join(folder(), 'node_modules/@img')).sort()).toEqual([
      'colour',
      'sharp-libvips-linux-arm64',
      'sharp-linux-arm64',
    ]);
  });

  it('is far below what Lambda takes, as far as it is not its layers', () => {
    expect(sizeOf(folder())).toBeLessThan(LARGEST_FUNCTION / 2.5);
    expect(layers.length).toBeLessThanOrEqual(5);
  });
});

describe('the bundle of formats', () => {
  it('lists what all deployed engines do, though none is installed beside it', () => {
    const script = `
      const { handler } = await import('./index.mjs');
      const { body } = await handler({ headers: {}, requestContext: {} }, {});
      process.stdout.write(body);`;
    const { data } = JSON.parse(run('formats', script)) as { data: { formats: { format: string }[] } };
    const sources = ENGINES.flatMap(({ conversions }) => Object.keys(conversions));
    expect(data.formats.map(({ format }) => format)).toEqual(expect.arrayContaining(sources));
  });
});
