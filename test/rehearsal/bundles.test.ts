import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { conversionSchema } from '../../functions/http/representation-schemas.ts';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { constructId } from '../../lib/engines/construct-id.ts';
import { LARGEST_FUNCTION, sizeOf } from '../../lib/functions/unzipped-size.ts';
import { POSSIBLE, workbenchFor } from './account/use-account.ts';
import { deployedFunctions } from './template/deployed-functions.ts';
import { Resolver } from './template/resolver.ts';
import { readTemplate } from './template/template.ts';

/** What is in a bundle that uses one of the decoders among the packages, beside it or within. */
const DECODERS = /from"sharp"|@img\/sharp-/;

/** In bytes. With a package in two versions, or with all operations of a service, a bundle soon has more. */
const LARGEST_BUNDLE = 850_000;

/** What is in a bundle whose SDK looks for credentials where a container has them, and at a dozen places more. */
const CONTAINER_CREDENTIALS = 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI';

/** What lies beside the bundles that are not alone. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'Functions/Convert': ['detection-worker.mjs'],
  'Functions/Openapi': ['openapi.json'],
  'Functions/Docs': ['api.html'],
  'Functions/Page': ['page'],
  Intake: ['detection-worker.mjs'],
  ...Object.fromEntries(
    ENGINES.map(({ name, worker }) => [
      `Engines/${constructId(name)}`,
      [
        'program.mjs',
        ...(worker.packages.length > 0 ? ['node_modules', 'package.json'] : []),
        ...(worker.files ?? []).map((file) => basename(file)),
      ],
    ]),
  ),
};

const template = POSSIBLE ? readTemplate((await workbenchFor()).synthesis) : undefined;

describe.skipIf(!POSSIBLE)('the bundles', () => {
  const functions = template ? deployedFunctions(template, new Resolver(template)) : [];
  const service = functions.filter(({ path }) => !path.startsWith('Engines/'));

  const folderOf = (path: string) => functions.find((fn) => fn.path === path)?.code ?? '';

  /** Runs a script in the folder of a function, with nothing of this repository within reach. */
  function run(path: string, script: string): string {
    const { code: cwd, environment } = functions.find((fn) => fn.path === path) ?? {};
    const env = { AWS_REGION: 'eu-central-1', HOME: '/tmp', ENGINES: environment?.ENGINES };
    return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd, env, encoding: 'utf8' });
  }

  it('of all handlers are one small file, which looks for credentials where Lambda puts them alone', () => {
    expect(functions.length).toBeGreaterThan(ENGINES.length);
    for (const { path, code } of functions) {
      expect(readdirSync(code).sort(), path).toEqual(['index.mjs', ...(BESIDE[path] ?? [])].sort());
      expect(statSync(join(code, 'index.mjs')).size, path).toBeLessThanOrEqual(LARGEST_BUNDLE);
      expect(readFileSync(join(code, 'index.mjs'), 'utf8'), path).not.toContain(CONTAINER_CREDENTIALS);
    }
  });

  it('hold none of the schemas of the API document, of which they have the types', () => {
    const words = 'Whoever knows it may download.';
    expect(JSON.stringify(conversionSchema)).toContain(words);
    for (const { path, code } of functions)
      expect(readFileSync(join(code, 'index.mjs'), 'utf8'), path).not.toContain(words);
  });

  it('of the service load, and export a handler', () => {
    for (const { path } of service) {
      const script = `
        globalThis.awslambda = { streamifyResponse: (handler) => handler };
        const { handler } = await import('./index.mjs');
        console.log(typeof handler);`;
      expect(run(path, script).trim(), path).toBe('function');
    }
  });

  it('of engines alone have a decoder, or anything that calls one', () => {
    for (const { path, code } of service) {
      const files = readdirSync(code, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
      for (const { parentPath, name } of files)
        expect(readFileSync(join(parentPath, name), 'utf8'), `${name} of ${path}`).not.toMatch(DECODERS);
    }
    expect(readFileSync(join(folderOf('Engines/Sharp'), 'program.mjs'), 'utf8')).toMatch(DECODERS);
  });

  it.each(ENGINES)('of $name has its packages, and is far below what Lambda takes', ({ name, worker }) => {
    const folder = folderOf(`Engines/${constructId(name)}`);
    for (const item of worker.packages) expect(existsSync(join(folder, 'node_modules', item)), item).toBe(true);
    expect(sizeOf(folder)).toBeLessThan(LARGEST_FUNCTION / 2.5);
    expect(worker.layers.length).toBeLessThanOrEqual(5);
  });

  it("of sharp has it for Lambda's platform, and for no other", () => {
    const platform = `linux-${MACHINE === 'x86_64' ? 'x64' : MACHINE}`;
    const packages = readdirSync(join(folderOf('Engines/Sharp'), 'node_modules/@img')).sort();
    expect(packages).toEqual(['colour', `sharp-libvips-${platform}`, `sharp-${platform}`]);
  });

  it('of formats lists what all deployed engines do, though none is installed beside it', () => {
    const script = `
      const { handler } = await import('./index.mjs');
      const { body } = await handler({ headers: {}, requestContext: {} }, {});
      process.stdout.write(body);`;
    const { data } = JSON.parse(run('Functions/Formats', script)) as { data: { formats: { format: string }[] } };
    const sources = ENGINES.flatMap(({ conversions }) => Object.keys(conversions));
    expect(data.formats.map(({ format }) => format)).toEqual(expect.arrayContaining(sources));
  });
});
