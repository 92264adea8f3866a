import type { Cue } from '../cues.ts';
import { checkSubtitleText } from '../limits.ts';

/** A part of a paragraph, and from when to when it is shown, in seconds; without an end, until something else is. */
export interface Run {
  readonly start: number;
  readonly end: number | undefined;
  text: string;
}

/** What is to be seen of a paragraph for some time. */
export type Shown = Omit<Cue, 'end'> & Pick<Run, 'end'>;

/**
 * What a paragraph shows, one thing after the other, as its parts come and go.
 * @throws ConversionError TOO_COMPLEX when that is more text than is converted: each part counts as often as it is shown
 */
export function showRuns(runs: readonly Run[]): Shown[] {
  const [only] = runs;
  if (runs.length < 2) return only ? [{ ...only, text: tidy(only.text) }] : [];
  const changes = new Map<number, { readonly come: number[]; readonly go: number[] }>();
  const at = (time: number) => {
    const known = changes.get(time) ?? { come: [], go: [] };
    changes.set(time, known);
    return known;
  };
  for (const [index, { start, end }] of runs.entries()) {
    at(start).come.push(index);
    if (end !== undefined) at(end).go.push(index);
  }
  return sweep(
    runs,
    [...changes].sort(([a], [b]) => a - b),
  );
}

type Changes = readonly (readonly [
  time: number,
  { readonly come: readonly number[]; readonly go: readonly number[] },
])[];

function sweep(runs: readonly Run[], changes: Changes): Shown[] {
  const shown: Shown[] = [];
  const active = new Set<number>();
  let characters = 0;
  for (const [place, [start, { come, go }]] of changes.entries()) {
    for (const index of go) active.delete(index);
    for (const index of come) if ((runs[index]?.end ?? Number.POSITIVE_INFINITY) > start) active.add(index);
    const parts = [...active].sort((a, b) => a - b).map((index) => runs[index]?.text ?? '');
    const text = tidy(parts.join(''));
    characters += text.length;
    checkSubtitleText(characters);
    if (text !== '') shown.push({ start, end: changes[place + 1]?.[0], text });
  }
  return shown;
}

/** Without blanks around its lines, or lines of nothing, which would end a subtitle. */
function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
