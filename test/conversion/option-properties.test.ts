import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasOption, resolveFormats } from '../../client/index.ts';
import { catalogue, converts, optionsOf } from '../../functions/conversion/catalogue.ts';
import { readFields } from '../../functions/conversion/command.ts';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { describeFormat, type FormatName } from '../../functions/conversion/formats.ts';
import { hasControl } from '../../functions/conversion/options.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { formatList } from '../../functions/http/representation.ts';

const KEYWORDS = ['x-defaults', 'x-unit', 'x-sources', 'x-needs', 'x-excludes'];
const ajv = new Ajv2020({ strict: true, allErrors: true, keywords: KEYWORDS });

/** Formats as a client of the list of formats understands it. */
const LISTED = resolveFormats(formatList());

const ENTRIES = catalogue().filter(({ options }) => Object.keys(options).length > 0);

/** One of those with the same options. */
const DISTINCT = [...new Map(ENTRIES.map((entry) => [JSON.stringify(entry.options), entry])).values()];

/** What the service makes of options: nothing, or the message of a refusal. */
function refusalOf(target: string, values: Record<string, unknown>): string | undefined {
  try {
    readFields({ target_format: target, options: { values } });
    return undefined;
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'INVALID_OPTION') return error.message;
    throw error;
  }
}

describe.each(DISTINCT)('the options of $format', (entry) => {
  const { format, options } = entry;
  const published = {
    type: 'object',
    properties: LISTED.find((listed) => listed.format === format)?.options,
    additionalProperties: false,
  };
  const validate = ajv.compile(published);

  it('are valid JSON Schema, with defaults and examples that they accept themselves', () => {
    for (const [name, { default: value, examples = [], 'x-defaults': byQuality }] of Object.entries(options)) {
      const values = [...(value === undefined ? [] : [value]), ...examples, ...Object.values(byQuality ?? {})];
      for (const accepted of values)
        expect([name, accepted, validate({ [name]: accepted })]).toEqual([name, accepted, true]);
      if (byQuality) expect(value).toBe(byQuality.medium);
    }
  });

  it('name only options that there are, and texts have a limit or a pattern', () => {
    const names = Object.keys(options);
    for (const { 'x-needs': needs = [], 'x-excludes': excludes = [], ...schema } of Object.values(options)) {
      expect(names).toEqual(expect.arrayContaining([...needs, ...excludes]));
      if (schema.type === 'string') expect(schema.enum ?? schema.pattern ?? schema.maxLength).toBeDefined();
      if (schema.type === 'integer' || schema.type === 'number') {
        expect(schema.enum ?? schema.minimum ?? schema.exclusiveMinimum).toBeDefined();
        expect(schema.enum ?? schema.maximum).toBeDefined();
      }
      expect(schema.description).toMatch(/^[^\n|]{10,200}\.$/);
    }
  });

  it('are checked by the published schema, whatever is sent; a refusal names the option', () => {
    const some = fc.constantFrom(...Object.keys(options));
    const value = fc.oneof(
      fc.jsonValue(),
      fc.double(),
      fc.integer({ min: -3, max: 20_000 }),
      fc.string(),
      fc.boolean(),
    );
    fc.assert(
      fc.property(some, value, (name, sent) => {
        const refusal = refusalOf(format, { [name]: sent });
        const accepted =
          validate({ [name]: sent }) && !(typeof sent === 'string' && hasControl(sent, options[name] ?? {}));
        expect(refusal === undefined).toBe(accepted);
        if (refusal !== undefined) expect(refusal).toContain(`"${name}"`);
      }),
      { numRuns: 20 },
    );
  });
});

/** The engines that can be asked for a conversion: the first that does it, and those that options call for. */
function makersOf(source: FormatName, target: FormatName): Engine[] {
  const able = ENGINES.filter((engine) => converts(engine, source, target));
  return able.filter((engine, index) => {
    const options = optionsOf(source, target, engine);
    return index === 0 || Object.keys(engine.when ?? {}).some((name) => Object.hasOwn(options, name));
  });
}

describe('all options together', () => {
  it('of one name are the same for one target, whichever engine makes it', () => {
    const schemas = new Map<string, string>();
    for (const { name: engine, options = {} } of ENGINES) {
      for (const [target, byName] of Object.entries(options)) {
        for (const [name, { 'x-sources': _, ...schema }] of Object.entries(byName)) {
          const known = schemas.get(`${target} ${name}`);
          if (known) expect([engine, target, name, JSON.stringify(schema)]).toEqual([engine, target, name, known]);
          schemas.set(`${target} ${name}`, JSON.stringify(schema));
        }
      }
    }
  });

  it('are listed with the sources that have them, and otherwise as they are declared', () => {
    for (const { format, can_convert_from: from, options } of LISTED) {
      for (const [name, { 'x-sources': packed, ...schema }] of Object.entries(options)) {
        const known = (from as FormatName[]).map((source) => {
          const [maker] = makersOf(source, format as FormatName).filter(
            (engine) => optionsOf(source, format as FormatName, engine)[name],
          );
          const { category } = describeFormat(source);
          return [
            source,
            maker !== undefined,
            hasOption({ ...(packed && { 'x-sources': packed }) }, { format: source, category }),
          ];
        });
        expect([format, name, ...known.filter(([, has, isListed]) => has !== isListed)]).toEqual([format, name]);
        const { 'x-sources': _, ...declared } = ENTRIES.find((entry) => entry.format === format)?.options[name] ?? {};
        expect([format, name, schema]).toEqual([format, name, declared]);
      }
    }
  });
});
