import type { FormatName } from '../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';

/** The options of each target of an engine. */
export type OptionsOfTargets = Partial<Record<FormatName, OptionSchemas>>;

/** Limits options to some sources. */
export function ofSources(sources: readonly FormatName[], schemas: OptionSchemas): OptionSchemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { ...schema, 'x-sources': sources }]),
  );
}

/** Joins the options of the same targets for different sources; the sources of an option are added up. */
export function joinOptions(...tables: readonly OptionsOfTargets[]): OptionsOfTargets {
  const joined: Partial<Record<FormatName, Record<string, OptionSchema>>> = {};
  for (const [target, schemas] of tables.flatMap((table) => Object.entries(table) as [FormatName, OptionSchemas][])) {
    joined[target] ??= {};
    for (const [name, schema] of Object.entries(schemas))
      joined[target][name] = withSources(schema, joined[target][name]);
  }
  return joined;
}

function withSources(schema: OptionSchema, other: OptionSchema | undefined): OptionSchema {
  if (!other) return schema;
  const { 'x-sources': own, ...rest } = schema;
  const { 'x-sources': others } = other;
  return own && others ? { ...rest, 'x-sources': [...new Set([...others, ...own])] } : rest;
}
