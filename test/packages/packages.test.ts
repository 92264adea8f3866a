import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { ARCHITECTURES } from '../../functions/sandbox/architecture.ts';
import { buildLayers } from '../../layers/build-layers.ts';
import { run } from '../../layers/run.ts';
import { packAll } from '../../release/pack-all.ts';

const ROOT = join(import.meta.dirname, '../..');
const PEERS = ['aws-cdk-lib', 'constructs'];

/** One, since all would take minutes: it has packages of npm in its code, and a layer. */
const NAMES = ['libraw'];

const ENGINES_NAMED = `{ engines: ENGINES.filter(({ name }) => ${JSON.stringify(NAMES)}.includes(name))`;

/** The app that the documents show, with fewer engines; and the same in the words of others. */
const example = (construct = 'file-conversion-construct') =>
  readFileSync(join(ROOT, 'examples/cdk-app/app.mjs'), 'utf8')
    .replace("{ FileConversion } from 'file-conversion-construct'", `{ ENGINES, FileConversion } from '${construct}'`)
    .replace("'Conversion', {", `'Conversion', ${ENGINES_NAMED},`);
const COMMON_JS = example().replace(/import (.*) from (.*);/g, 'const $1 = require($2);');
const TYPESCRIPT = `${example()}
import type { FileConversionProps } from 'file-conversion-construct';
export const props: FileConversionProps = { throttleRate: 100, keys: 'optional' };
// @ts-expect-error a number
export const wrong: FileConversionProps = { throttleRate: 'fast' };
// @ts-expect-error another word
export const wrongWord: FileConversionProps = { keys: 'maybe' };
`;

let folder: string;
let app: string;

beforeAll(async () => {
  for (const architecture of ARCHITECTURES) {
    const { failed } = await buildLayers(NAMES, { architecture });
    expect(failed).toEqual(new Map());
  }
  folder = mkdtempSync(join(tmpdir(), 'packages-'));
  app = join(folder, 'app');
  const packages = join(folder, 'npm');
  await packAll(
    packages,
    ENGINES.filter(({ name }) => NAMES.includes(name)),
  );
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }');
  const archives = readdirSync(packages).map((name) => join(packages, name));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--legacy-peer-deps', ...archives], { cwd: app });
  // What is large and not ours, is there already.
  for (const name of PEERS) symlinkSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name));
}, 400_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Synthesises an app as `cdk synth` does, and returns where. */
async function synthesise(file: string, content: string, context: object = {}): Promise<string> {
  writeFileSync(join(app, file), content);
  const output = mkdtempSync(join(folder, 'out-'));
  // Half of the time of a synthesis is the look for findings, which test/lib has.
  const settings = { CDK_OUTDIR: output, CDK_CONTEXT_JSON: JSON.stringify(context), CDK_VALIDATION: 'false' };
  await run(process.execPath, [file], { cwd: app, env: { ...process.env, ...settings } });
  return output;
}

function templates(output: string): Record<string, unknown> {
  const names = readdirSync(output).filter((name) => name.endsWith('.template.json'));
  return Object.fromEntries(names.map((name) => [name, JSON.parse(readFileSync(join(output, name), 'utf8'))]));
}

/** The mode that an archive gives to a file. */
async function modeIn(archive: string, path: string): Promise<string> {
  const script =
    'import sys, zipfile; print(oct(zipfile.ZipFile(sys.argv[1]).getinfo(sys.argv[2]).external_attr >> 16))';
  return (await run('python3', ['-c', script, archive, path])).trim();
}

describe('the packages, installed into an empty app', () => {
  it('synthesise the template of the checkout, with the same digests of all assets', async () => {
    const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object };
    const checkout = await synthesise('checkout.mjs', example(join(ROOT, 'lib/index.ts')), context);
    const installed = await synthesise('installed.mjs', example(), context);
    expect(templates(installed)).toEqual(templates(checkout));
    expect(Object.keys(templates(installed))).toHaveLength(3);
    const [layer = ''] = readdirSync(installed).filter((name) => name.endsWith('.zip'));
    expect(readdirSync(checkout)).toContain(layer.replace('.zip', ''));
    const images = readdirSync(checkout, { recursive: true }).filter((path) =>
      /@img\/sharp-linux-\w+$/.test(`${path}`),
    );
    expect(new Set(images.map((path) => basename(`${path}`)))).toEqual(new Set(['sharp-linux-arm64']));
    expect(await modeIn(join(installed, layer), 'limit/bin/limit')).toBe('0o100555');
  }, 400_000);

  it('have types', async () => {
    writeFileSync(join(app, 'app.ts'), TYPESCRIPT);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', 'app.ts'];
    await run(join(ROOT, 'node_modules/.bin/tsc'), options, { cwd: app });
  }, 120_000);

  it('stop in one sentence at a layer of another version, and at one that is missing', async () => {
    const layer = join(app, 'node_modules/file-conversion-layers-libraw-arm64');
    writeFileSync(join(layer, 'libraw.zip'), 'another');
    await expect(synthesise('wrong.cjs', COMMON_JS)).rejects.toThrow(
      /libraw\.zip does not belong to this version: install/,
    );
    for (const architecture of ARCHITECTURES)
      rmSync(join(app, `node_modules/file-conversion-layers-libraw-${architecture}`), { recursive: true });
    await expect(synthesise('missing.cjs', COMMON_JS)).rejects.toThrow(
      /This layer of the engines is not installed: libraw\. Install file-conversion-layers-libraw-arm64 in the version/,
    );
  }, 120_000);

  it('bring the command line and the client', async () => {
    expect(await run(join(app, 'node_modules/.bin/fc'), ['--help'])).toContain('fc');
    const code = "import('file-conversion-client').then((c) => new c.FileConversion('https://files.example.com'))";
    await run(process.execPath, ['-e', code], { cwd: app });
  });
});
