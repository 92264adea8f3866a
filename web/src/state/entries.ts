import { computed, type Signal, signal } from '@preact/signals';
import type { FormatEntry, OptionValue, Quality } from '../../../client/index.ts';
import type { Complaint } from './complaint.ts';
import { formatNamed, formatOfFile } from './formats.ts';
import { pair } from './pair.ts';

/** The largest file that the service takes, in bytes. */
const LARGEST = 104_857_600;

/** Where a file is on its way. */
export type Stage =
  | { readonly name: 'chosen' }
  | { readonly name: 'waiting' }
  | { readonly name: 'uploading' | 'converting'; readonly percent: number }
  /** A request comes too early, and is repeated at a moment, in milliseconds since the epoch. */
  | { readonly name: 'paused'; readonly until: number }
  | { readonly name: 'fetching' }
  | { readonly name: 'done'; readonly file: File }
  | ({ readonly name: 'failed' } & Complaint);

/** A file of the list, and what becomes of it. */
export interface Entry {
  readonly id: number;
  readonly file: File;
  /** What the list calls it: the name of the file, or of those that are joined in it. */
  readonly title: string;
  readonly source: Signal<FormatEntry | undefined>;
  /** The name of the target; empty until one is chosen. */
  readonly target: Signal<string>;
  readonly quality: Signal<Quality>;
  readonly options: Signal<Readonly<Record<string, OptionValue>>>;
  readonly stage: Signal<Stage>;
  /** Stops what is going on. */
  stop: AbortController | undefined;
}

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
    return !isRefused(entry) && category !== 'archive' && targets.includes('pdf');
  }),
);

/** The files that can be split into several. */
export const splittable = computed(() =>
  entries.value.filter((entry) => !isRefused(entry) && !isRunning(entry) && entry.source.value?.format === 'pdf'),
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
export function addFiles(files: Iterable<File>, title?: string): Entry[] {
  const added = [...files].map((file): Entry => {
    last += 1;
    const code = file.size > LARGEST ? 'OVER_100_MB' : file.size === 0 ? 'EMPTY_FILE' : undefined;
    const source = computed(() => formatOfFile(file.name));
    return {
      id: last,
      file,
      title: title ?? file.name,
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
  if (!pair) return '';
  const [from, to] = pair;
  const fits = source ? source.can_convert_to.includes(to) : name.toLowerCase().endsWith(`.${from}`);
  return fits ? to : '';
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

/** Chooses a target for all files that can become it. */
export function chooseTargetForAll(target: string): void {
  for (const entry of entries.value) {
    const source = entry.source.value;
    if (!source || source.can_convert_to.includes(target)) chooseTarget(entry, target);
  }
}

/** The targets that some file of the list can become. */
export const commonTargets = computed((): readonly FormatEntry[] => {
  const names = new Set(entries.value.flatMap(({ source }) => source.value?.can_convert_to ?? []));
  return [...names].sort().flatMap((name) => formatNamed(name) ?? []);
});

/** Whether something is going on with a file. */
export function isRunning({ stage }: Entry): boolean {
  return ['waiting', 'uploading', 'converting', 'paused', 'fetching'].includes(stage.value.name);
}

/** A file that nothing can be made of, whatever is chosen. */
export function isRefused({ file }: Entry): boolean {
  return file.size === 0 || file.size > LARGEST;
}
