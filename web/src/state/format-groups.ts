import type { FormatEntry } from '../../../client/index.ts';
import { say } from './language.ts';
import { formatText } from './words.ts';

/** Formats below a heading. */
export interface FormatGroup {
  readonly name: string;
  readonly entries: readonly FormatEntry[];
}

/** The groups of formats to choose from. Without a search, suggestions come first. */
export function groupsOf(
  targets: readonly FormatEntry[],
  suggestions: readonly FormatEntry[],
  search: string,
): FormatGroup[] {
  const words = search.trim().toLowerCase().replace(/^\./, '');
  if (words === '') {
    const first = suggestions.length > 0 ? [{ name: say.value.suggested, entries: suggestions }] : [];
    return [...first, ...byCategory(targets)];
  }
  const found = targets
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
  return byCategory(found);
}

/** The rank of a format in a search; 4 is no match. */
function rankOf(entry: FormatEntry, words: string): number {
  const { format, extensions, description } = entry;
  if (format === words) return 0;
  if (extensions.some((name) => name.startsWith(words))) return 1;
  if (`${formatText(entry)} ${description}`.toLowerCase().includes(words)) return 2;
  return extensions.some((name) => name.includes(words)) ? 3 : 4;
}

function byCategory(entries: readonly FormatEntry[]): FormatGroup[] {
  const groups = new Map<string, FormatEntry[]>();
  for (const entry of entries) groups.set(entry.category, [...(groups.get(entry.category) ?? []), entry]);
  return [...groups].map(([category, members]) => ({
    name: say.value.category[category] ?? category,
    entries: members,
  }));
}
