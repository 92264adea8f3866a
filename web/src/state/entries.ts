import { computed, signal } from '@preact/signals';
import type { FormatEntry } from '../../../client/index.ts';
import { type Entry, isJoined, isRefused, isRunning, LARGEST, type Stage } from './entry.ts';
import { formatNamed, formatOfFile, suggestionsFor } from './formats.ts';
import { remember, remembered } from './memory.ts';
import { pair } from './pair.ts';

/** The files of the list. */
export const entries = signal<readonly Entry[]>([]);

/** Whether something is going on. */
export const busy = computed(() => entries.value.some((entry) => isRunning(entry)));

/** The files that can be converted now. */
export const convertible = computed(() =>
  entries.value.filter(({ target, stage }) => target.value !== '' && ['chosen', 'failed'].includes(stage.value.name)),
);

/** The files that can be joined into one PDF file. */
export const joinable = computed(() =>
  entries.value.filter((entry) => {
    const { category, can_convert_to: targets = [] } = entry.source.value ?? {};
    return !isRefused(entry) && !isJoined(entry) && category !== 'archive' && targets.includes('pdf');
  }),
);

/** The files that can be split into several. */
export const splittable = computed(() =>
  entries.value.filter(
    (entry) => !isRefused(entry) && !isJoined(entry) && !isRunning(entry) && entry.source.value?.format === 'pdf',
  ),
);

/** How many files are on their way or have arrived, and how much of all that is done: 0 to 1. */
export const queue = computed(() => {
  const stages = entries.value.map(({ stage }) => stage.value).filter(({ name }) => name !== 'chosen');
  const done = stages.filter(({ name }) => name === 'done' || name === 'failed').length;
  const part = stages.reduce((sum, stage) => sum + partOf(stage), 0) / (stages.length || 1);
  return { done, count: stages.length, part };
});

/** How much of a file's way is behind it: a third is for its upload. */
function partOf(stage: Stage): number {
  if (stage.name === 'uploading') return stage.percent / 300;
  if (stage.name === 'converting') return 1 / 3 + stage.percent / 200;
  return ['fetching', 'done', 'failed'].includes(stage.name) ? 1 : 0;
}

/** The results. */
export const results = computed(() =>
  entries.value.flatMap(({ stage }) => (stage.value.name === 'done' ? [stage.value.file] : [])),
);

let last = 0;

/** Puts files into the list. What the service would refuse is refused at once. @returns what is new in the list */
export function addFiles(files: Iterable<File>, joined: readonly string[] = []): Entry[] {
  const added = [...files].map((file): Entry => {
    last += 1;
    const code = file.size > LARGEST ? 'OVER_100_MB' : file.size === 0 ? 'EMPTY_FILE' : undefined;
    const source = computed(() => (joined.length > 0 ? formatNamed('pdf') : formatOfFile(file.name)));
    return {
      id: last,
      file,
      joined,
      source,
      target: signal(targetAtFirst(file.name, source.value)),
      quality: signal('medium'),
      options: signal({}),
      stage: signal(code === undefined ? { name: 'chosen' } : { name: 'failed', code }),
      stop: undefined,
    };
  });
  entries.value = [...entries.value, ...added];
  return added;
}

/** What a page of a pair makes of a file that can become it; before the formats are known, its name decides. */
function targetAtFirst(name: string, source: FormatEntry | undefined): string {
  if (!pair) return lastTarget(source);
  const [from, to] = pair;
  const fits = source ? source.can_convert_to.includes(to) : name.toLowerCase().endsWith(`.${from}`);
  return fits ? to : '';
}

/** What the reader last chose for a format. */
function lastTarget(source: FormatEntry | undefined): string {
  const last = source ? remembered(`target-of-${source.format}`) : null;
  return last && source?.can_convert_to.includes(last) ? last : '';
}

/** Takes a file out of the list, and stops what is going on with it. */
export function removeEntry(entry: Entry): void {
  entry.stop?.abort();
  entries.value = entries.value.filter((other) => other !== entry);
}

/** Empties the list. */
export function removeAll(): void {
  for (const entry of entries.value) entry.stop?.abort();
  entries.value = [];
}

/** Chooses what a file becomes. Options are those of a target: they begin anew. */
export function chooseTarget(entry: Entry, target: string): void {
  if (isRunning(entry)) return;
  if (entry.target.value !== target) entry.options.value = {};
  entry.target.value = target;
  if (!isRefused(entry)) entry.stage.value = { name: 'chosen' };
}

/** Has a file that is done wait to be converted anew, since something else is asked for now. */
export function convertAgain({ stage }: Entry): void {
  if (stage.value.name === 'done') stage.value = { name: 'chosen' };
}

/** Chooses what a file becomes, and what the next file of its format becomes if nothing else is said. */
export function chooseAndRemember(entry: Entry, target: string): void {
  if (entry.source.value) remember(`target-of-${entry.source.value.format}`, target);
  chooseTarget(entry, target);
}

/** Chooses a target for all files that can become it. */
export function chooseTargetForAll(target: string): void {
  for (const entry of single.value) {
    const source = entry.source.value;
    if (!source || source.can_convert_to.includes(target)) chooseAndRemember(entry, target);
  }
}

/** The files that a target can be chosen for. */
const single = computed(() => entries.value.filter((entry) => !isJoined(entry)));

/** The targets that some file of the list can become. */
export const commonTargets = computed((): readonly FormatEntry[] => {
  const names = new Set(single.value.flatMap(({ source }) => source.value?.can_convert_to ?? []));
  return [...names].sort().flatMap((name) => formatNamed(name) ?? []);
});

/** The targets that people most often want of the first file, and that all can become. */
export const commonSuggestions = computed(() =>
  suggestionsFor(single.value[0]?.source.value).filter(({ format }) =>
    single.value.every(({ source }) => source.value?.can_convert_to.includes(format)),
  ),
);
