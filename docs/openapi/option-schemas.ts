import { catalogue } from '../../functions/conversion/catalogue.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { OptionSchema } from '../../functions/conversion/options.ts';

/** An option as it is for some targets; where its range differs there are several of one name. */
export interface OptionEntry {
  readonly name: string;
  readonly schema: OptionSchema;
  readonly targets: FormatName[];
  /** Of those, the ones that not every source can ask it of. */
  readonly partly: FormatName[];
}

/** All options that targets have, in order of their names. */
export function optionEntries(): OptionEntry[] {
  const entries: OptionEntry[] = [];
  for (const { format, options } of catalogue())
    for (const [name, schema] of Object.entries(options)) note(entries, name, schema, format);
  return entries.sort((a, b) => a.name.localeCompare(b.name));
}

function note(entries: OptionEntry[], name: string, published: OptionSchema, target: FormatName): void {
  const { 'x-sources': sources, ...schema } = published;
  const partly = sources ? [target] : [];
  const same = entries.find((entry) => entry.name === name && JSON.stringify(entry.schema) === JSON.stringify(schema));
  if (same) {
    same.targets.push(target);
    same.partly.push(...partly);
  } else entries.push({ name, schema, targets: [target], partly });
}

/**
 * The options of all targets as one object: by name, with the targets that have them. Which source has which is left to
 * the list of formats, which knows the engines that are there; all pairs would make this document many times larger.
 */
export function optionsSchema() {
  const byName = Object.groupBy(optionEntries(), ({ name }) => name);
  const properties = Object.entries(byName).map(([name, entries = []]) => [name, schemaOf(entries)]);
  return {
    type: 'object',
    description:
      'What can be asked of a result beyond its format and quality. Each target has options of its own (`x-targets`), and ' +
      '`GET /formats` says which of its sources have them. What is not given follows from `quality`.',
    properties: Object.fromEntries(properties),
  };
}

function schemaOf(entries: readonly OptionEntry[]) {
  const variants = entries.map(({ schema, targets }) => ({ ...schema, 'x-targets': targets }));
  const [first] = variants;
  if (variants.length === 1 || !first) return first;
  // What holds for all stands beside the variants, where tools look for it.
  const { title, description } = first;
  const types = [...new Set(variants.map(({ type }) => type))];
  return { title, description, type: types.length === 1 ? types[0] : types, anyOf: variants };
}
