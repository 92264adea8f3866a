import type { FormatEntry, FormatList, ListedOption, OptionSchema } from './answers.ts';

/** The formats of a list, each with the schemas of its options. The service lists each schema only once. */
export function resolveFormats(list: FormatList): FormatEntry[] {
  const { formats, options_lists: lists, options_schemas: schemas, options_sources: sources } = list;
  return formats.map(({ options = [], extensions, ...entry }) => ({
    ...entry,
    extensions: extensions ?? [entry.format],
    options: Object.fromEntries(
      (typeof options === 'string' ? (lists[options] ?? []) : options).flatMap((name) => {
        const listed = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
        return listed ? [[name, schemaFor(listed, entry.format, sources)] as const] : [];
      }),
    ),
  }));
}

/** The schema of an option for a target. Keywords of a variant replace the usual ones, and null removes them. */
function schemaFor(
  { 'x-variants': variants = [], ...usual }: ListedOption,
  target: string,
  lists: FormatList['options_sources'],
): OptionSchema {
  const { targets: _, ...own } = variants.find(({ targets }) => targets.includes(target)) ?? { targets: [] };
  const keywords = Object.entries({ ...usual, ...own })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, name === 'x-sources' && typeof value === 'string' ? lists[value] : value]);
  return Object.fromEntries(keywords) as unknown as OptionSchema;
}

/** Whether a source has an option of a target. Where all names have a minus, all other sources have it. */
export function hasOption(
  { 'x-sources': sources = [] }: Pick<OptionSchema, 'x-sources'>,
  { format, category }: Pick<FormatEntry, 'format' | 'category'>,
): boolean {
  if (sources.includes(format)) return true;
  if (sources.includes(`-${format}`) || sources.includes(`-${category}`)) return false;
  return sources.includes(category) || sources.every((name) => name.startsWith('-'));
}
