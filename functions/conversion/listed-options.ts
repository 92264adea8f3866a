import type { CatalogueEntry } from './catalogue.ts';
import { CATEGORIES, describeFormat, type FormatName } from './formats.ts';
import type { OptionSchema } from './options.ts';

/** The keywords of a schema that differ for some targets; null where they lack the keyword. */
export type OptionVariant = { readonly targets: readonly FormatName[] } & {
  readonly [Keyword in keyof ListedOption]?: ListedOption[Keyword] | null;
};

/** An option in the list of formats: once for all targets that have it. */
export interface ListedOption extends Omit<OptionSchema, 'x-sources'> {
  /**
   * Formats and categories that have it, and after a minus those that do not: see `compactSources`; or the name of such a
   * list.
   * @default all
   */
  readonly 'x-sources'?: readonly string[] | string;
  /** The targets whose schema differs. */
  readonly 'x-variants'?: readonly OptionVariant[];
}

/** Targets with the same schema of an option, and with the same sources as far as they share them. */
interface Group {
  readonly schema: Omit<OptionSchema, 'x-sources'>;
  readonly key: string;
  readonly targets: FormatName[];
  readonly having: Set<FormatName>;
  readonly lacking: Set<FormatName>;
}

/** The options of all targets, and the lists of sources that several options share. */
export interface OptionList {
  readonly options_schemas: Readonly<Record<string, ListedOption>>;
  readonly options_sources: Readonly<Record<string, readonly string[]>>;
}

/** The options of all targets, each once by its name: the schema of most targets, and variants for the others. */
export function listedOptions(entries: readonly CatalogueEntry[]): OptionList {
  const byName = new Map<string, Group[]>();
  for (const { format, convertsFrom, options } of entries) {
    for (const [name, option] of Object.entries(options)) {
      const groups = byName.get(name) ?? [];
      byName.set(name, groups);
      addToGroup(groups, option, format, convertsFrom);
    }
  }
  return withSharedSources(Object.fromEntries([...byName].map(([name, groups]) => [name, listed(groups)])));
}

/** A list of sources shorter than this, in characters of JSON, is not shared. */
const LONG_LIST = 40;

/** Moves lists of sources that several options share into `options_sources`, by the name of the first such option. */
function withSharedSources(schemas: Readonly<Record<string, ListedOption>>): OptionList {
  const places = Object.entries(schemas).flatMap(([name, { 'x-variants': variants = [], ...usual }]) =>
    [usual, ...variants].map(({ 'x-sources': sources }) => ({ name, text: JSON.stringify(sources ?? null) })),
  );
  const shared = Map.groupBy(places, ({ text }) => text);
  const names = new Map<string, string>();
  const lists: Record<string, readonly string[]> = {};
  for (const [text, [first, second]] of shared) {
    if (!first || !second || text.length < LONG_LIST) continue;
    // One option may have several lists.
    const name = Object.hasOwn(lists, first.name) ? `${first.name}_${names.size}` : first.name;
    names.set(text, name);
    lists[name] = JSON.parse(text);
  }
  const naming = (schema: ListedOption | OptionVariant) => {
    const name = names.get(JSON.stringify(schema['x-sources'] ?? null));
    return name ? { ...schema, 'x-sources': name } : schema;
  };
  const named = Object.entries(schemas).map(([name, { 'x-variants': variants, ...usual }]) => [
    name,
    { ...naming(usual), ...(variants && { 'x-variants': variants.map(naming) }) },
  ]);
  return { options_schemas: Object.fromEntries(named), options_sources: lists };
}

/** Adds a target to the group with its schema. A source that cannot become the target counts neither as having nor as lacking. */
function addToGroup(groups: Group[], option: OptionSchema, target: FormatName, sources: readonly FormatName[]): void {
  const { 'x-sources': named, ...schema } = option;
  const having = named ?? sources;
  const lacking = sources.filter((source) => !having.includes(source));
  const key = JSON.stringify(schema);
  const same = groups.find(
    (group) =>
      group.key === key &&
      !having.some((source) => group.lacking.has(source)) &&
      !lacking.some((source) => group.having.has(source)),
  );
  const group = same ?? { schema, key, targets: [], having: new Set(), lacking: new Set() };
  if (!same) groups.push(group);
  group.targets.push(target);
  for (const source of having) group.having.add(source);
  for (const source of lacking) group.lacking.add(source);
}

function listed(groups: readonly Group[]): ListedOption {
  const [most, ...others] = groups.toSorted((one, other) => other.targets.length - one.targets.length);
  if (!most) throw new Error('no target has it');
  const usual = schemaOf(most);
  const variants = others.map((group) => ({ targets: group.targets, ...differences(usual, group) }));
  return { ...usual, ...(variants.length > 0 && { 'x-variants': variants }) };
}

function schemaOf({ schema, having, lacking }: Group): ListedOption {
  return lacking.size === 0 ? schema : { ...schema, 'x-sources': compactSources(having, lacking) };
}

/** The keywords that differ. The usual list of sources is kept where it is right for the sources of this group. */
function differences(usual: ListedOption, group: Group) {
  const compact = (usual['x-sources'] ?? []) as readonly string[];
  const isSame =
    [...group.having].every((source) => isNamed(source, compact)) &&
    ![...group.lacking].some((source) => isNamed(source, compact));
  const other = { ...schemaOf(group), ...(isSame && { 'x-sources': compact }) };
  const names = Object.keys({ ...usual, ...other }) as (keyof ListedOption)[];
  const differing = names.filter((name) => JSON.stringify(usual[name] ?? []) !== JSON.stringify(other[name] ?? []));
  return Object.fromEntries(differing.map((name) => [name, other[name] ?? null]));
}

/** Whether a list made by `compactSources` contains a format; the client's `hasOption` reads it the same way. */
function isNamed(format: FormatName, compact: readonly string[]): boolean {
  const { category } = describeFormat(format);
  if (compact.includes(format)) return true;
  if (compact.includes(`-${format}`) || compact.includes(`-${category}`)) return false;
  return compact.includes(category) || compact.every((name) => name.startsWith('-'));
}

/**
 * The shortest list of sources: formats and categories that have an option, without those after a minus; a list with
 * nothing but such means all others.
 */
function compactSources(having: ReadonlySet<FormatName>, lacking: ReadonlySet<FormatName>): string[] {
  const all: string[] = [];
  const but: string[] = [];
  for (const category of CATEGORIES) {
    const isOf = (format: FormatName) => describeFormat(format).category === category;
    const had = [...having].filter(isOf);
    const missing = [...lacking].filter(isOf);
    const excepted = missing.map((format) => `-${format}`);
    if (missing.length >= had.length) all.push(...had);
    else all.push(category, ...excepted);
    if (had.length === 0 && missing.length > 1) but.push(`-${category}`);
    else but.push(...excepted);
  }
  return `${but}`.length < `${all}`.length ? but : all;
}
