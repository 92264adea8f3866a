import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import type { OptionsOfTargets } from '../options/join.ts';
import { SHARP_OPTIONS } from '../sharp/options.ts';

/** Options that a single picture does not have. */
const OF_MANY: readonly string[] = ['pages'];

/** The options of raw pictures: those of TIFF sources. */
export function rawOptions(targets: readonly FormatName[]): OptionsOfTargets {
  const options: OptionsOfTargets = SHARP_OPTIONS;
  return Object.fromEntries(targets.map((target) => [target, ofStill(options[target] ?? {})]));
}

function ofStill(schemas: OptionSchemas): OptionSchemas {
  const entries = Object.entries<OptionSchema>(schemas).filter(
    ([name, { 'x-sources': sources }]) => !OF_MANY.includes(name) && (sources?.includes('tiff') ?? true),
  );
  return Object.fromEntries(entries.map(([name, { 'x-sources': _, ...schema }]) => [name, schema]));
}
