import { computed, signal } from '@preact/signals';
import type { FormatEntry } from '../../../client/index.ts';
import { type Entry, isJoined, isRefused, isRunning, LARGEST, type Stage } from './entry.ts';
import { formatNamed, formatOfFile, suggestionsFor } from './formats.ts';
import { remember, remembered } from './memory.ts';
import { pair } from './pair.ts';

/** The files of the list. */
export const entries = signal<readonly Entry[]>([]);

/** Whether a conversion is running. */
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

/** The count of running and done files, and their total progress from 0 to 1. */
export const queue = computed(() => {
  const stages = entries.value.map(({ stage }) => stage.value).filter(({ name }) => name !== 'chosen');
  const done = stages.filter(({ name }) => name === 'done' || name === 'failed').length;
  const part = stages.reduce((sum, stage) => sum + partOf(stage), 0) / (stages.length || 1);
  return { done, count: stages.length, part };
});

/** The progress of a file: its upload is a third. */
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

/** Adds files to the list; those that the service would refuse fail at once. @returns the new entries */
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

/** The target of the page's pair, if the source fits; before the formats are loaded, the filename decides. */
function targetAtFirst(name: string, source: FormatEntry | undefined): string {
  if (!pair) return lastTarget(source);
  const [from, to] = pair;
  const fits = source ? source.can_convert_to.includes(to) : name.toLowerCase().endsWith(`.${from}`);
  return fits ? to : '';
}

/** The target that was last chosen for a format. */
function lastTarget(source: FormatEntry | undefined): string {
  const last = source ? remembered(`target-of-${source.format}`) : null;
  return last && source?.can_convert_to.includes(last) ? last : '';
}

/** Removes a file from the list, and cancels its conversion. */
export function removeEntry(entry: Entry): void {
  entry.stop?.abort();
  entries.value = entries.value.filter((other) => other !== entry);
}

/** Empties the list. */
export function removeAll(): void {
  for (const entry of entries.value) entry.stop?.abort();
  entries.value = [];
}

/** Sets the target of a file, and resets its options, which depend on it. */
export function chooseTarget(entry: Entry, target: string): void {
  if (isRunning(entry)) return;
  if (entry.target.value !== target) entry.options.value = {};
  entry.target.value = target;
  if (!isRefused(entry)) entry.stage.value = { name: 'chosen' };
}

/** Resets a done file, since its settings have changed. */
export function convertAgain({ stage }: Entry): void {
  if (stage.value.name === 'done') stage.value = { name: 'chosen' };
}

/** Sets the target of a file, and the default target of its format. */
export function chooseAndRemember(entry: Entry, target: string): void {
  if (entry.source.value) remember(`target-of-${entry.source.value.format}`, target);
  chooseTarget(entry, target);
}

/** Sets the target of all files that can be converted to it. */
export function chooseTargetForAll(target: string): void {
  for (const entry of single.value) {
    const source = entry.source.value;
    if (!source || source.can_convert_to.includes(target)) chooseAndRemember(entry, target);
  }
}

/** The files whose target can be chosen. */
const single = computed(() => entries.value.filter((entry) => !isJoined(entry)));

/** The targets of any file of the list. */
export const commonTargets = computed((): readonly FormatEntry[] => {
  const names = new Set(single.value.flatMap(({ source }) => source.value?.can_convert_to ?? []));
  return [...names].sort().flatMap((name) => formatNamed(name) ?? []);
});

/** The usual targets of the first file that all files can be converted to. */
export const commonSuggestions = computed(() =>
  suggestionsFor(single.value[0]?.source.value).filter(({ format }) =>
    single.value.every(({ source }) => source.value?.can_convert_to.includes(format)),
  ),
);
