import type { Signal } from '@preact/signals';
import type { FormatEntry, OptionSchema, OptionValue, Quality } from '../../../client/index.ts';
import type { Complaint } from './complaint.ts';
import { formatNamed, optionsOf } from './formats.ts';
import { fill, numberText, say } from './language.ts';

/** The largest file that the service takes, in bytes. */
export const LARGEST = 104_857_600;

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
  /** The names of the files that are joined in it; none in any other. */
  readonly joined: readonly string[];
  /** Its format, or the one that it is shown as: what is joined is shown as the PDF that it becomes. */
  readonly source: Signal<FormatEntry | undefined>;
  /** The name of the target; empty until one is chosen. */
  readonly target: Signal<string>;
  readonly quality: Signal<Quality>;
  readonly options: Signal<Readonly<Record<string, OptionValue>>>;
  readonly stage: Signal<Stage>;
  /** Stops what is going on. */
  stop: AbortController | undefined;
}

/** What the list calls an entry. */
export function titleOf({ file, joined }: Entry): string {
  return joined.length > 0 ? fill(say.value.joined, { count: numberText(joined.length) }) : file.name;
}

/** Whether an entry is several files that become one. */
export function isJoined({ joined }: Entry): boolean {
  return joined.length > 0;
}

/** Which files are joined, and in what order, is said before. */
const SAID_BEFORE = ['merge', 'order', 'pages'];

/** What a target can be asked for when it is made of an entry; of a joined one, what a PDF can be asked for. */
export function optionsOfEntry(entry: Entry, target: FormatEntry): readonly (readonly [string, OptionSchema])[] {
  const options = optionsOf(target, entry.source.value);
  if (!isJoined(entry)) return options;
  const ofZip = new Set(optionsOf(target, formatNamed('zip')).map(([name]) => name));
  return options.filter(([name]) => ofZip.has(name) && !SAID_BEFORE.includes(name));
}

/** Whether something is going on with a file. */
export function isRunning({ stage }: Entry): boolean {
  return ['waiting', 'uploading', 'converting', 'paused', 'fetching'].includes(stage.value.name);
}

/** A file that nothing can be made of, whatever is chosen. */
export function isRefused({ file }: Entry): boolean {
  return file.size === 0 || file.size > LARGEST;
}
