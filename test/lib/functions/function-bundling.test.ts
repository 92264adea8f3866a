import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../functions/engines/engine.ts';
import { ENGINES } from '../../../functions/engines/index.ts';
import { LARGEST_FUNCTION, sizeOf } from '../../../lib/functions/unzipped-size.ts';
import { Synthesis } from '../synthesis.ts';

const MEGABYTE = 1024 * 1024;

/** What is bundled for Lambda runs on Lambda's platform only. */
const ON_LAMBDAS_PLATFORM = process.platform === 'linux' && process.arch === 'x64';

/** The engines that run in a function: those that are quick in convert, and in each worker its own. */
const CARRIED: Readonly<Record<string, readonly Engine[]>> = {
  convert: ENGINES.filter(({ worker }) => worker.lane === 'request'),
  ...Object.fromEntries(ENGINES.map((engine) => [`worker ${engine.name}`, [engine]])),
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
  it('of all handlers are one file of at most a megabyte', () => {
    for (const name of Object.keys(assets)) {
      expect(statSync(join(asset(name), 'index.mjs')).size, name).toBeLessThanOrEqual(MEGABYTE);
      if (!CARRIED[name]) expect(readdirSync(asset(name)), name).toEqual(['index.mjs']);
    }
  });

  it('load, and export a handler', () => {
    for (const name of Object.keys(assets)) {
      const script = `
        globalThis.awslambda = { streamifyResponse: (handler) => handler };
        const { handler } = await import('./index.mjs');
        console.log(typeof handler);`;
      expect(run(name, script).trim(), name).toBe('function');
    }
  });
});

describe.each(Object.entries(CARRIED))('the bundle of %s, with engines', (name, engines) => {
  it('carries their programs and their packages, and no others', () => {
    const programs = engines.flatMap(({ worker }) => worker.programs).map((path) => `${basename(path, '.ts')}.mjs`);
    const packages = engines.flatMap(({ worker }) => worker.packages);
    const rest = packages.length > 0 ? ['index.mjs', 'node_modules', 'package.json'] : ['index.mjs'];
    expect(readdirSync(asset(name)).sort()).toEqual([...new Set([...programs, ...rest])].sort());
    for (const item of packages) expect(existsSync(join(asset(name), 'node_modules', item)), item).toBe(true);
  });

  it.runIf(engines.some(({ worker }) => worker.packages.includes('sharp')))(
    "has sharp for Lambda's platform and for no other",
    () => {
      expect(readdirSync(join(asset(name), 'node_modules/@img')).sort()).toEqual([
        'colour',
        'sharp-libvips-linux-x64',
        'sharp-linux-x64',
      ]);
    },
  );

  it('is far below what Lambda takes', () => {
    expect(sizeOf(asset(name))).toBeLessThan(LARGEST_FUNCTION / 2.5);
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

describe.runIf(ON_LAMBDAS_PLATFORM)('the engines in the bundles', () => {
  it('encode a picture', async () => {
    const sourcePath = join(output, 'source.png');
    const picture = "{ create: { width: 16, height: 9, channels: 3, background: 'teal' } }";
    run('convert', `import sharp from 'sharp'; await sharp(${picture}).png().toFile(${JSON.stringify(sourcePath)});`);

    const program = fork(pathToFileURL(join(asset('convert'), 'sharp-program.mjs')), { env: {}, execArgv: [] });
    const job = { sourcePath, sourceFormat: 'png', targetFormat: 'webp', quality: 'medium', folder: output };
    program.send({ job });
    const [answer] = await once(program, 'message');
    program.disconnect();
    expect(answer).toMatchObject({ result: 'webp' });
    expect(statSync(join(output, 'result.webp')).size).toBeGreaterThan(0);
  });
});
