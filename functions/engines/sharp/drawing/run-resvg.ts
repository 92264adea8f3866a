import { readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { type LayerTools, runLayerTool } from '../../tool.ts';

const LAYER = 'resvg';

const TOO_MUCH = 'The drawing needs more memory or time than one conversion may use. Make it smaller or simpler.';

/** Measured: the largest picture takes 400 MB, and each filter as much again. */
const RESVG: LayerTools = {
  layer: LAYER,
  memory: 2000,
  fileSize: 1024,
  endings: [
    // resvg limits the number of elements, but neither their nesting nor the requested size.
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

/** The default family, and those of the generic names. None is shipped for cursive and fantasy. */
const FAMILIES = {
  'font-family': 'Liberation Serif',
  'serif-family': 'Liberation Serif',
  'sans-serif-family': 'Liberation Sans',
  'monospace-family': 'Liberation Mono',
  'cursive-family': 'Liberation Sans',
  'fantasy-family': 'Liberation Sans',
} as const;

/**
 * Renders an SVG file. External files are not found: relative paths lead into a missing folder, absolute ones to what the
 * jail does not have, and resvg opens no connections.
 * @param zoom relative to the size in a browser
 * @returns the path of a PNG
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
