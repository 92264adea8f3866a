import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../functions/conversion/errors.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import {
  type OptionSchema,
  type OptionSchemas,
  type OptionValue,
  readOptions,
} from '../../../functions/conversion/options.ts';
import { MEDIA_OPTIONS } from '../../../functions/engines/ffmpeg/options/media-options.ts';

const ALL = Object.entries(MEDIA_OPTIONS) as [FormatName, OptionSchemas][];

/** What lies on the borders of an option, and one step outside. */
function borders(schema: OptionSchema): { readonly within: OptionValue[]; readonly outside: OptionValue[] } {
  const { type, minimum, maximum, exclusiveMinimum: above, pattern, examples = [] } = schema;
  if (schema.enum) return { within: [...schema.enum], outside: ['lots', -1, 31, ''] };
  if (type === 'boolean') return { within: [true, false], outside: ['perhaps', 1] };
  if (pattern) return { within: [...examples], outside: ['', '0,0,0,1', '1,2,3', '-1,0,1,1', 'iw,0,1,1', '0,0,1,1;x'] };
  const step = type === 'integer' ? 1 : 0.001;
  const low =
    minimum === undefined
      ? { within: [step], outside: [above ?? 0] }
      : { within: [minimum], outside: [minimum - step] };
  const high = maximum ?? Number.NaN;
  return {
    within: [...low.within, high],
    outside: [...low.outside, high + step, ...(type === 'integer' ? [(minimum ?? 0) + 0.5] : [])],
  };
}

const read = (target: FormatName, schemas: OptionSchemas, name: string, value: OptionValue) => () =>
  readOptions({ values: { [name]: value } }, target, schemas);

describe.each(ALL)('the options of %s', (target, schemas) => {
  it.each(Object.keys(schemas))('%s has its borders', (name) => {
    const schema = schemas[name];
    if (!schema) throw new Error('it has none');
    const { within, outside } = borders(schema);
    expect(within.length).toBeGreaterThan(0);
    for (const value of within) expect(read(target, schemas, name, value)()).toEqual({ [name]: value });
    for (const value of outside) {
      expect(read(target, schemas, name, value), `${value}`).toThrow(ConversionError);
      expect(read(target, schemas, name, value), `${value}`).toThrow(`"${name}"`);
    }
  });

  it('say in a sentence each what they are', () => {
    for (const { title, description } of Object.values(schemas)) {
      expect(title.length).toBeLessThan(40);
      expect(description).toMatch(/^[^\n]{10,160}\.$/);
    }
  });
});
