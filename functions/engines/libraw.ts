import type { FormatName } from '../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../conversion/options.ts';
import type { Engine } from './engine.ts';
import type { OptionsOfTargets } from './options/join.ts';
import { SHARP_OPTIONS } from './sharp/options.ts';
import { sharp } from './sharp.ts';

/** The targets that sharp makes of the developed TIFF. */
const WRITTEN = (sharp.conversions.tiff ?? []).filter((target) => target !== 'psd' && target !== 'svg');

const SOURCES = [
  ...(['dng', 'cr2', 'cr3', 'nef', 'arw', 'orf', 'rw2', 'raf', 'pef', 'srw'] as const),
  ...(['erf', 'dcr', '3fr', 'iiq', 'mrw'] as const),
] satisfies FormatName[];

/** Raw pictures of cameras, developed to sRGB with the camera's white balance. */
export const libraw: Engine = {
  name: 'libraw',
  worker: {
    layers: ['libraw'],
    memory: 3008,
    processes: 8,
    timeout: 300,
    scratch: 4096,
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: Object.fromEntries(SOURCES.map((source) => [source, WRITTEN])),
  options: rawOptions(WRITTEN),
};

/** The options of raw pictures: those of TIFF sources, but for pages. */
function rawOptions(targets: readonly FormatName[]): OptionsOfTargets {
  const options: OptionsOfTargets = SHARP_OPTIONS;
  return Object.fromEntries(targets.map((target) => [target, ofStill(options[target] ?? {})]));
}

function ofStill(schemas: OptionSchemas): OptionSchemas {
  const entries = Object.entries<OptionSchema>(schemas).filter(
    ([name, { 'x-sources': sources }]) => name !== 'pages' && (sources?.includes('tiff') ?? true),
  );
  return Object.fromEntries(entries.map(([name, { 'x-sources': _, ...schema }]) => [name, schema]));
}
