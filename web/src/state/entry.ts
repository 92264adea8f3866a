import type { Signal } from '@preact/signals';
import type { FormatEntry, OptionSchema, OptionValue, Quality } from '../../../client/index.ts';
import type { Complaint } from './complaint.ts';
import { formatNamed, optionsOf } from './formats.ts';
import { fill, numberText, say } from './language.ts';

/** The largest file that the service accepts, in bytes. */
export const LARGEST = 104_857_600;

/** The stage of a file. */
export type Stage =
  | { readonly name: 'chosen' }
  | { readonly name: 'waiting' }
  | { readonly name: 'uploading' | 'converting'; readonly percent: number }
  /** A request was rate limited, and is retried at a time in milliseconds since the epoch. */
  | { readonly name: 'paused'; readonly until: number }
  | { readonly name: 'fetching' }
  | { readonly name: 'done'; readonly file: File }
  | ({ readonly name: 'failed' } & Complaint);

/** A file of the list with its settings and its stage. */
export interface Entry {
  readonly id: number;
  readonly file: File;
  /** The names of the files that are joined in it; empty for other entries. */
  readonly joined: readonly string[];
  /** Its format; that of joined files is shown as PDF. */
  readonly source: Signal<FormatEntry | undefined>;
  /** The name of the target; empty until one is chosen. */
  readonly target: Signal<string>;
  readonly quality: Signal<Quality>;
  readonly options: Signal<Readonly<Record<string, OptionValue>>>;
  readonly stage: Signal<Stage>;
  /** Cancels the running conversion. */
  stop: AbortController | undefined;
}

/** The title of an entry. */
export function titleOf({ file, joined }: Entry): string {
  return joined.length > 0 ? fill(say.value.joined, { count: numberText(joined.length) }) : file.name;
}

/** Whether an entry is of joined files. */
export function isJoined({ joined }: Entry): boolean {
  return joined.length > 0;
}

/** Options that the dialog for joining sets. */
const SAID_BEFORE = ['merge', 'order', 'pages'];

/** The options of a target for an entry; for joined files, those of a PDF. */
export function optionsOfEntry(entry: Entry, target: FormatEntry): readonly (readonly [string, OptionSchema])[] {
  const options = optionsOf(target, entry.source.value);
  if (!isJoined(entry)) return options;
  const ofZip = new Set(optionsOf(target, formatNamed('zip')).map(([name]) => name));
  return options.filter(([name]) => ofZip.has(name) && !SAID_BEFORE.includes(name));
}

/** Whether the conversion of a file is running. */
export function isRunning({ stage }: Entry): boolean {
  return ['waiting', 'uploading', 'converting', 'paused', 'fetching'].includes(stage.value.name);
}

/** Whether a file cannot be converted to any target. */
export function isRefused({ file }: Entry): boolean {
  return file.size === 0 || file.size > LARGEST;
}
