import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { type LayerProgram, layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { runTool } from '../../functions/sandbox/run-tool.ts';
import { unpackedLayer, unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import type { LockedPackage } from '../../layers/debian/lock.ts';
import { readElf } from '../../layers/elf/read.ts';
import { ensureLayers } from '../../layers/ensure.ts';
import { LAYERS } from '../../layers/folders.ts';

const MEGABYTE = 1024 * 1024;
/** What a function's own code may take of Lambda's 250 MB beside a layer. */
const CODE = 25 * MEGABYTE;
const BUILD_TIME = 20 * 60_000;
const LAYER_NAMES = ['ffmpeg', 'office', 'poppler'];

let folder: string;
let office: string;

beforeAll(async () => {
  const { failed } = await ensureLayers();
  expect(failed).toEqual(new Map());
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
  await unpackLayer('office');
  office = unpackedLayer('office');
}, BUILD_TIME);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('programs', () => {
  const programs = [
    ...['ffmpeg', 'ffprobe'].map((name) => ({ layer: 'ffmpeg', name, says: /^ff\w+ version 7/ })),
    ...['pdftoppm', 'pdftocairo', 'pdftotext', 'pdftohtml', 'pdfinfo', 'pdfimages', 'pdfunite', 'pdfseparate'].map(
      (name) => ({ layer: 'poppler', name, says: /version 25/ }),
    ),
  ];

  it.each(programs)('$name runs with nothing but its layer', async ({ layer, name, says }) => {
    const program = layerProgram(layer, `bin/${name}`);
    const flag = layer === 'ffmpeg' ? '-version' : '-v';
    const { stdout, stderr } = await runTool(program, [flag], { folder });
    expect(`${stdout}${stderr}`).toMatch(says);
    expect(await outsideLibraries(program, layer)).toEqual([]);
  });

  it('runs from wherever it lies', async () => {
    const elsewhere = join(folder, 'elsewhere');
    cpSync(layerFolder('ffmpeg'), elsewhere, { recursive: true });
    const program = layerProgram('ffmpeg', 'bin/ffprobe', elsewhere);
    expect((await runTool(program, ['-version'], { folder })).exitCode).toBe(0);
  });
});

describe.each(LAYER_NAMES)('the %s layer', (name) => {
  it('has every library that its programs and libraries need', async () => {
    const root = name === 'office' ? office : layerFolder(name);
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
    const names = new Set(files.map((entry) => entry.name));
    const binaries = files.filter((entry) => /\.so(\.|$)/.test(entry.name) || entry.parentPath.endsWith('/bin'));
    for (const entry of binaries) {
      const needed = (await readElf(join(entry.parentPath, entry.name)))?.needed ?? [];
      expect(
        needed.filter((library) => !names.has(library)),
        entry.name,
      ).toEqual([]);
    }
    expect(binaries.length).toBeGreaterThan(30);
  });

  it('carries the jail and the licences of its packages', () => {
    expect(existsSync(join(LAYERS, name, 'jail/bin/jail'))).toBe(true);
    const licences = gunzipSync(readFileSync(join(layerFolder(name), 'licenses/copyright.gz'))).toString();
    const lock = JSON.parse(readFileSync(new URL(`../../layers/${name}/packages.lock.json`, import.meta.url), 'utf8'));
    const missing = lock.filter((entry: LockedPackage) => !licences.includes(`${entry.name} ${entry.version}\n`));
    expect(missing).toEqual([]);
  });

  it('is not built again when nothing has changed', () => {
    const began = performance.now();
    const build = new URL('../../layers/build.ts', import.meta.url).pathname;
    execFileSync(process.execPath, [build, name], { stdio: 'ignore' });
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

it.each(ENGINES.filter(({ worker }) => worker.layers.length > 0))(
  'the layers of $name fit into a function with its code',
  ({ worker }) => {
    const layers = worker.layers.reduce((sum, layer) => sum + sizeOf(join(LAYERS, layer)), 0);
    expect(layers + CODE).toBeLessThan(250 * MEGABYTE);
  },
);

it('a process that holds credentials can be closed to others of the same user', async () => {
  const preload = join(layerFolder('jail'), 'lib/undumpable.so');
  const env = { LD_PRELOAD: preload, SECRET: 'credential' };
  const child = spawn(process.execPath, ['-e', 'console.log(process.memoryUsage.rss()); setInterval(() => {}, 1000)'], {
    env,
  });
  const output = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  // To root and what root owns nothing is closed: then it shows in who the file belongs to.
  const owner = statSync(`/proc/${child.pid}/environ`).uid;
  const open = process.getuid?.() === 0 ? false : canRead(`/proc/${child.pid}/environ`);
  child.kill();
  expect(Number(output)).toBeGreaterThan(0);
  expect({ owner, open }).toEqual({ owner: 0, open: false });
});

function canRead(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

/** What the loader would take from elsewhere. */
async function outsideLibraries({ command }: LayerProgram, layer: string): Promise<string[]> {
  const [loader, ...args] = command;
  const listing = execFileSync(loader, ['--list', ...args], { env: {}, encoding: 'utf8' });
  const paths = [...listing.matchAll(/=> (\S+)/g)].map(([, path = '']) => path);
  return paths.filter((path) => !path.startsWith(layerFolder(layer)));
}

function sizeOf(root: string): number {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
