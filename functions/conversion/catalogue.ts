import type { Engine } from '../engines/engine.ts';
import { ENGINES, readersOf } from '../engines/index.ts';
import { ENVIRONMENT } from '../environment.ts';
import { CATEGORIES, describeFormat, FORMATS, type FormatName } from './formats.ts';
import type { OptionSchema, OptionSchemas } from './options.ts';

/** A format and what can be made of it, as the formats endpoint lists it. */
export interface CatalogueEntry {
  readonly format: FormatName;
  readonly convertsTo: readonly FormatName[];
  readonly convertsFrom: readonly FormatName[];
  /** The options that it has as a target. */
  readonly options: OptionSchemas;
}

/** Whether an engine is available: a variable lists those that were deployed, or that were found on this machine. */
export function isOffered({ name }: Engine): boolean {
  return process.env[ENVIRONMENT.engines]?.split(',').includes(name) ?? true;
}

/** The formats that a source can be converted to by some engine that is available here, in order of their names. */
export function targetsOf(source: FormatName): FormatName[] {
  const targets = ENGINES.filter(isOffered).flatMap((engine) => targetsBy(engine, source));
  return [...new Set(targets)].sort();
}

/** Whether an engine makes one format of another. */
export function converts(engine: Engine, source: FormatName, target: FormatName): boolean {
  return (engine.conversions[source]?.includes(target) ?? false) && isWritten(engine, target);
}

/** The available engine that reads what a recogniser has made searchable, where that does not write a target itself. */
export function readerFor(recogniser: Engine, target: FormatName): Engine | undefined {
  if (recogniser.writes?.includes(target) ?? true) return undefined;
  return readersOf(recogniser).find((reader) => isOffered(reader) && reader.conversions.pdf?.includes(target));
}

function targetsBy(engine: Engine, source: FormatName): FormatName[] {
  return (engine.conversions[source] ?? []).filter((target) => isWritten(engine, target));
}

function isWritten(engine: Engine, target: FormatName): boolean {
  return (engine.writes?.includes(target) ?? true) || readerFor(engine, target) !== undefined;
}

/** The options of a pair of formats. */
export function optionsOf(source: FormatName, target: FormatName, engine: Engine): OptionSchemas {
  const options = Object.entries(engine.options?.[target] ?? {});
  return Object.fromEntries(options.filter(([, { 'x-sources': sources }]) => sources?.includes(source) ?? true));
}

/** The options of a target for all sources. `x-sources` lists the sources of those that not all have. */
export function optionsFor(target: FormatName): OptionSchemas {
  return optionsOfMakers(target, makersOf().get(target) ?? []);
}

/** A source of a target, and the engine that converts it. */
interface Maker {
  readonly source: FormatName;
  readonly engine: Engine;
}

function optionsOfMakers(target: FormatName, makers: readonly Maker[]): OptionSchemas {
  const sources = makers.map(({ source, engine }) => ({ source, options: optionsOf(source, target, engine) }));
  const all = new Set(makers.map(({ source }) => source));
  const found: Record<string, { readonly schema: OptionSchema; readonly sources: Set<FormatName> }> = {};
  for (const { source, options } of sources) {
    for (const [name, schema] of Object.entries(options)) {
      found[name] ??= { schema, sources: new Set() };
      found[name].sources.add(source);
    }
  }
  const published = Object.entries(found).map(([name, { schema, sources: having }]) => [
    name,
    {
      ...publishedSchema(schema, Object.keys(found)),
      ...(having.size < all.size && { 'x-sources': [...having] }),
    },
  ]);
  return Object.fromEntries(published);
}

/** An option as it is published: `x-needs` and `x-excludes` name only options of the same target. */
function publishedSchema(
  { 'x-sources': _, 'x-needs': needs, 'x-excludes': excludes, ...schema }: OptionSchema,
  names: readonly string[],
): OptionSchema {
  const there = (others: readonly string[] = []) => others.filter((name) => names.includes(name));
  return {
    ...schema,
    ...(there(needs).length > 0 && { 'x-needs': there(needs) }),
    ...(there(excludes).length > 0 && { 'x-excludes': there(excludes) }),
  };
}

/** The engine with a name; throws when there is none. */
export function engineNamed(name: string): Engine {
  const engine = ENGINES.find((candidate) => candidate.name === name);
  if (engine) return engine;
  throw new Error(`There is no engine ${name}.`);
}

/** Every format that some available engine reads or writes, grouped by category. */
export function catalogue(): CatalogueEntry[] {
  const names = Object.keys(FORMATS) as FormatName[];
  const makers = makersOf();
  return names
    .map((format) => ({
      format,
      convertsTo: targetsOf(format),
      convertsFrom: [...new Set((makers.get(format) ?? []).map(({ source }) => source))],
    }))
    .filter(({ convertsTo, convertsFrom }) => convertsTo.length + convertsFrom.length > 0)
    .sort((a, b) => categoryOrder(a.format) - categoryOrder(b.format) || a.format.localeCompare(b.format))
    .map((entry) => ({ ...entry, options: optionsOfMakers(entry.format, makers.get(entry.format) ?? []) }));
}

/**
 * The sources and engines of each target, in one pass over all pairs: sources in alphabetical order, each with its first
 * engine and those that option values choose.
 */
function makersOf(): Map<FormatName, Maker[]> {
  const offered = ENGINES.filter(isOffered);
  const makers = new Map<FormatName, Maker[]>();
  for (const source of (Object.keys(FORMATS) as FormatName[]).sort()) {
    const made = new Set<FormatName>();
    for (const engine of offered) {
      for (const target of targetsBy(engine, source)) {
        if (made.has(target) && !isChoosable(engine, source, target)) continue;
        made.add(target);
        const known = makers.get(target);
        if (known) known.push({ source, engine });
        else makers.set(target, [{ source, engine }]);
      }
    }
  }
  return makers;
}

/** Whether a value of one of its options chooses this engine, where another comes first. */
function isChoosable(engine: Engine, source: FormatName, target: FormatName): boolean {
  const choosing = Object.keys(engine.when ?? {});
  return choosing.some((name) => Object.hasOwn(optionsOf(source, target, engine), name));
}

function categoryOrder(format: FormatName): number {
  return CATEGORIES.indexOf(describeFormat(format).category);
}
