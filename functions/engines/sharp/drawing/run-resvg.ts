import { readdirSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { toolSeconds } from '../../seconds-for-size.ts';
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

/** How a drawing is rendered. */
interface Rendering {
  /** Relative to the size in a browser. */
  readonly zoom: number;
  /** The count of pixels that it has then. */
  readonly pixels: number;
  readonly folder: string;
}

/**
 * Renders an SVG file. External files are not found: relative paths lead into a missing folder, absolute ones to what the
 * jail does not have, and resvg opens no connections.
 * @returns the path of a PNG
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runResvg(path: string, { zoom, pixels, folder }: Rendering): Promise<string> {
  const target = join(await mkdtemp(join(folder, 'drawn-')), 'picture.png');
  const fonts = join(layerFolder(LAYER), 'fonts');
  const args = [
    ...Object.entries(FAMILIES).flatMap(([option, family]) => [`--${option}`, family]),
    ...['--skip-system-fonts', ...readdirSync(fonts).flatMap((font) => ['--use-font-file', join(fonts, font)])],
    ...['--resources-dir', join(folder, 'none'), '--quiet'],
    ...['--zoom', `${zoom}`, path, target],
  ];
  const cpuTime = toolSeconds('resvg', (await stat(path)).size) + secondsForPixels(pixels);
  await runLayerTool(RESVG, 'resvg', args, { folder, cpuTime, target });
  return target;
}

/**
 * The processor time of filters. Measured: five octaves of noise over 4 million pixels take 1.6 s, over 16 million 6.3 s.
 * Bounded, since others wait meanwhile.
 */
function secondsForPixels(pixels: number): number {
  return Math.min(11, Math.ceil((pixels * 0.75) / 1_000_000));
}
