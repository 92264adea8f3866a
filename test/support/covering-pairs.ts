import { describeFormat, type FormatName } from '../../functions/conversion/formats.ts';
import type { Engine } from '../../functions/engines/engine.ts';

/** The least count of pairs of each source and each target. */
const TIMES = 1;

/**
 * A covering subset of a table of conversions: each source of a category is converted to the target with the fewest pairs,
 * and each target has a source. `ALL_PAIRS=1` selects all.
 */
export function coveringPairs(conversions: Engine['conversions']): Engine['conversions'] {
  if (process.env.ALL_PAIRS) return conversions;
  const entries = Object.entries(conversions) as [FormatName, readonly FormatName[]][];
  const kinds = Map.groupBy(entries, ([source]) => describeFormat(source).category);
  return Object.fromEntries([...kinds.values()].flatMap(coveringPart));
}

function coveringPart(kind: readonly [FormatName, readonly FormatName[]][]): [FormatName, readonly FormatName[]][] {
  const tried = new Map<FormatName, number>();
  const times = (target: FormatName) => tried.get(target) ?? 0;
  const part = kind.map(([source, targets], place): [FormatName, readonly FormatName[]] => {
    const later = kind.slice(place + 1);
    // The last source for a target that has none yet.
    const isDue = (target: FormatName) =>
      times(target) + later.filter(([, others]) => others.includes(target)).length < TIMES;
    const least = targets.toSorted((one, other) => times(one) - times(other)).slice(0, TIMES);
    const chosen = targets.filter((target) => least.includes(target) || isDue(target));
    for (const target of chosen) tried.set(target, times(target) + 1);
    return [source, chosen];
  });
  return part;
}
