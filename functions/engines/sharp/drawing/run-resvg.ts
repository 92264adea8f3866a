import { readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { type LayerTools, runLayerTool } from '../../tool.ts';

const LAYER = 'resvg';

const TOO_MUCH = 'The drawing takes more memory or time than there is for one. Make it smaller or simpler.';

/** As many pixels as are converted take 400 MB, and each filter as much again. */
const RESVG: LayerTools = {
  layer: LAYER,
  memory: 2000,
  fileSize: 1024,
  endings: [
    // It has a limit of elements and none of nesting, and does not look at the size that it is asked for.
    {
      says: /limit reached|reference loop|overflowed its stack|memory allocation of|panicked/,
      code: 'TOO_COMPLEX',
      message: TOO_MUCH,
    },
    { says: /invalid size/, code: 'UNREADABLE_FILE', message: 'The drawing has no width or no height. Give it both.' },
  ],
  tooComplex: TOO_MUCH,
  unreadable: 'The drawing is damaged or incomplete. Open it in a browser, and save it anew.',
};

/** Families where a drawing names none, and for the generic names. Cursive and fantasy have none of their own. */
const FAMILIES = {
  'font-family': 'Liberation Serif',
  'serif-family': 'Liberation Serif',
  'sans-serif-family': 'Liberation Sans',
  'monospace-family': 'Liberation Mono',
  'cursive-family': 'Liberation Sans',
  'fantasy-family': 'Liberation Sans',
} as const;

/**
 * Draws an SVG file. Files that it names are looked for in a folder that is not there, and by their whole paths, where
 * the jail has none; it has no part that opens connections.
 * @param zoom how many times as large as a browser shows it
 * @returns where the picture lies, a PNG
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runResvg(path: string, zoom: number, folder: string): Promise<string> {
  const target = join(await mkdtemp(join(folder, 'drawn-')), 'picture.png');
  const fonts = join(layerFolder(LAYER), 'fonts');
  const args = [
    ...Object.entries(FAMILIES).flatMap(([option, family]) => [`--${option}`, family]),
    ...['--skip-system-fonts', ...readdirSync(fonts).flatMap((font) => ['--use-font-file', join(fonts, font)])],
    ...['--resources-dir', join(folder, 'none'), '--quiet'],
    ...['--zoom', `${zoom}`, path, target],
  ];
  await runLayerTool(RESVG, 'resvg', args, { folder, source: path, target });
  return target;
}
