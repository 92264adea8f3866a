import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { layersOf } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { type LayerProgram, layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { unpackedLayer, unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import { readLock } from '../../layers/debian/lock.ts';
import { readElf } from '../../layers/elf/read.ts';
import { ensureLayers } from '../../layers/ensure.ts';
import { LAYERS } from '../../layers/folders.ts';
import { JAIL } from '../../layers/jail/compile.ts';
import { LIMIT } from '../../layers/limit/compile.ts';
import { PLATFORMS } from '../../layers/platform.ts';
import { RECIPES } from '../../layers/recipes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;
/** What a function's own code may take of Lambda's 250 MB beside a layer, with npm packages that cannot be bundled and without. */
const CODE = { packaged: 25 * MEGABYTE, bundled: 5 * MEGABYTE };
const BUILD_TIME = 20 * 60_000;
const LAYER_NAMES = RECIPES.map(({ name }) => name);

const folder = temporaryFolder();
/** Where the layers lie of which most is an archive. */
const unpacked = new Map<string, string>();

beforeAll(async () => {
  const { failed } = await ensureLayers();
  expect(failed).toEqual(new Map());
  for (const name of ['chromium', 'office', 'pandoc']) {
    await unpackLayer(name);
    unpacked.set(name, unpackedLayer(name));
  }
}, BUILD_TIME);

describe('programs', () => {
  const programs: readonly { layer: string; name: string; flag?: string; says: RegExp }[] = [
    { layer: 'ffmpeg', name: 'ffmpeg', flag: '-version', says: /^ff\w+ version 7/ },
    { layer: 'ffmpeg', name: 'ffprobe', flag: '-version', says: /^ff\w+ version 7/ },
    ...['pdftoppm', 'pdftocairo', 'pdftotext', 'pdftohtml', 'pdfinfo', 'pdfimages'].map((name) => ({
      layer: 'poppler',
      name,
      says: /version 25/,
    })),
    { layer: 'heif', name: 'read-heif', says: /^usage: read-heif/ },
    { layer: 'libraw', name: 'dcraw_emu', says: /^Using \d+ threads/ },
    { layer: 'imagemagick', name: 'magick', flag: '-version', says: /^Version: ImageMagick 7/ },
    { layer: 'qpdf', name: 'qpdf', flag: '--version', says: /^qpdf version 12/ },
    { layer: 'pandoc', name: 'pandoc', says: /^pandoc 3/ },
    { layer: 'djvulibre', name: 'ddjvu', flag: '--help', says: /DjVuLibre-3\.5/ },
    { layer: 'djvulibre', name: 'xpstopdf', flag: '--help', says: /xpstopdf \[OPTION/ },
    { layer: 'ghostscript', name: 'gs', says: /^GPL Ghostscript 10/ },
    { layer: 'mupdf', name: 'mutool', says: /^mutool version 1\.25/ },
    { layer: 'fluidsynth', name: 'fluidsynth', flag: '--version', says: /FluidSynth runtime version 2/ },
    { layer: 'libmobi', name: 'mobitool', says: /libmobi: 0\.12/ },
    { layer: 'calibre', name: 'python3.13', flag: '--version', says: /^Python 3\.13/ },
    { layer: 'fontforge', name: 'fontforge', says: /^Program root/ },
    { layer: 'fontforge', name: 'read-eot', says: /^usage: read-eot/ },
    { layer: 'assimp', name: 'assimp', says: /^Unrecognized command/ },
  ];

  it.each(programs)('$name runs with nothing but its layer', async ({ layer, name, flag = '-v', says }) => {
    const program = layerProgram(layer, `bin/${name}`, unpacked.get(layer));
    const { stdout, stderr } = runAlone(program, [flag]);
    expect(`${stdout}${stderr}`).toMatch(says);
    expect(await outsideLibraries(program)).toEqual([]);
  });

  it('of ImageMagick reads only the kinds of files that its policy names', () => {
    for (const source of ['text:/etc/hostname', 'msl:a', 'mvg:a', 'svg:a', 'url:http://a', 'pdf:a', 'label:a', '@a']) {
      const folders = { MAGICK_CONFIGURE_PATH: 'etc', MAGICK_CODER_MODULE_PATH: 'coders' };
      const env = Object.fromEntries(
        Object.entries(folders).map(([name, path]) => [name, join(layerFolder('imagemagick'), path)]),
      );
      const { stderr, status } = runAlone(layerProgram('imagemagick', 'bin/magick'), [source, 'tiff:a'], env);
      expect([source, status]).toEqual([source, 1]);
      expect(stderr).toMatch(/NotAuthorized|NoDecodeDelegate|not permitted/);
    }
  });

  it('reads nothing else while it runs', () => {
    const { stderr } = runAlone(layerProgram('ffmpeg', 'bin/ffprobe'), ['/etc/hostname']);
    expect(stderr).toMatch(/Permission denied|No such file/);
  });
});

describe.each(LAYER_NAMES)('the %s layer', (name) => {
  it('has every library that its programs and libraries need', async () => {
    const root = unpacked.get(name) ?? layerFolder(name);
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
    expect(binaries).not.toEqual([]);
  });

  it('carries the launcher of its programs, and nothing of the jail', () => {
    expect(readdirSync(join(LAYERS, name)).sort()).toEqual([LIMIT, name].sort());
    expect(statSync(join(LAYERS, name, LIMIT, 'bin/limit')).mode & 0o777).toBe(0o555);
  });

  it('carries the licences of its packages, which are the same for all processors', () => {
    const licences = gunzipSync(readFileSync(join(layerFolder(name), 'licenses/copyright.gz'))).toString();
    const lock = readLock(name, PLATFORMS[MACHINE]);
    // Not of the same versions where the mirror has none of them any more: then today's are taken.
    expect(lock.filter((entry) => !`\n${licences}`.includes(`\n${entry.name} `))).toEqual([]);
    // Of the same names for all processors: the mirror may have had a security update when one of them was locked.
    const lists = Object.values(PLATFORMS).map((platform) => readLock(name, platform).map((entry) => entry.name));
    expect(new Set(lists.map((names) => names.toSorted().join('\n'))).size).toBe(1);
  });
});

it.each(ENGINES.filter((engine) => layersOf(engine).length > 0))(
  'the layers of $name fit into a function with its code',
  (engine) => {
    const layers = layersOf(engine).reduce((sum, layer) => sum + sizeOf(join(LAYERS, layer)), 0);
    const code = engine.worker.packages.length > 0 ? CODE.packaged : CODE.bundled;
    expect(layers + code).toBeLessThan(250 * MEGABYTE);
  },
);

/** Runs a program where it sees nothing but its layer. */
function runAlone(program: LayerProgram, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const work = mkdtempSync(join(folder, 'work-'));
  const options = ['--write', work, '--read', rootOf(program), '--', ...program.command, ...args];
  return spawnSync(join(LAYERS, JAIL, JAIL, 'bin/jail'), options, { encoding: 'utf8', env, cwd: work });
}

/** The folder of a layer: the program's loader lies in its `lib`. */
function rootOf({ command: [loader] }: LayerProgram): string {
  return dirname(dirname(loader));
}

/** What the loader would take from elsewhere. */
async function outsideLibraries(program: LayerProgram): Promise<string[]> {
  const [loader, ...args] = program.command;
  const listing = execFileSync(loader, ['--list', ...args], { env: {}, encoding: 'utf8' });
  const paths = [...listing.matchAll(/=> (\S+)/g)].map(([, path = '']) => path);
  return paths.filter((path) => !path.startsWith(rootOf(program)));
}

function sizeOf(root: string): number {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
