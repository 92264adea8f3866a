import type { OptionSchema, OptionValue, Quality } from '../../../client/index.ts';

interface Preset {
  readonly quality: Quality;
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** Presets by purpose; a target gets those of their options that it has. */
export const PRESETS = {
  web: {
    quality: 'medium',
    options: { width: 1920, height: 1920, enlarge: false, strip_metadata: 'all', progressive: true, linearize: true },
  },
  mail: { quality: 'low', options: { width: 1280, height: 1280, enlarge: false, strip_metadata: 'all', dpi: 110 } },
  print: { quality: 'high', options: { dpi: 300, chroma_subsampling: '4:4:4' } },
  smallest: { quality: 'low', options: { strip_metadata: 'all', dpi: 72, color: 'srgb' } },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

/** A preset for a target: its name, and the options that the target has. */
export interface FittingPreset extends Preset {
  readonly name: PresetName;
}

/** The presets with an option of the target. */
export function presetsFor(options: readonly (readonly [string, OptionSchema])[]): readonly FittingPreset[] {
  const schemas = new Map(options);
  return (Object.entries(PRESETS) as [PresetName, Preset][]).flatMap(([name, { quality, options: wanted }]) => {
    const fitting = Object.entries(wanted).filter(
      ([option, value]) => accepts(schemas.get(option), value) && (!isSide(option) || schemas.has('enlarge')),
    );
    return fitting.length > 0 ? [{ name, quality, options: Object.fromEntries(fitting) }] : [];
  });
}

/** Whether an option is a side of the result. A target without the option `enlarge`, as a video, is enlarged to it. */
function isSide(option: string): boolean {
  return option === 'width' || option === 'height';
}

/** Whether an option accepts a value that is not its default. */
function accepts(schema: OptionSchema | undefined, value: OptionValue): boolean {
  if (!schema || schema.default === value) return false;
  if (schema.enum) return schema.enum.some((choice) => choice === value);
  if (typeof value !== 'number') return schema.type === typeof value;
  return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
}
