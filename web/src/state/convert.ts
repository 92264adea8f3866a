import { type Progress, zipToMerge } from '../../../client/index.ts';
import { refreshAccount, withKey } from './account.ts';
import { announce } from './announce.ts';
import { complaintOf, complaintText } from './complaint.ts';
import { addFiles, busy, chooseTarget } from './entries.ts';
import { type Entry, isJoined, isRefused, isRunning, titleOf } from './entry.ts';
import { formatNamed } from './formats.ts';
import { fill, say } from './language.ts';

/** How many files are converted at once: enough to keep a connection busy, few enough to be fair. */
const AT_ONCE = 3;

let running = 0;
const waiting: Entry[] = [];

/** Converts files in their order, a few at once. */
export function convertEntries(chosen: readonly Entry[]): void {
  for (const entry of chosen) {
    if (isRunning(entry) || isRefused(entry) || entry.target.value === '') continue;
    entry.stop = new AbortController();
    entry.stage.value = { name: 'waiting' };
    waiting.push(entry);
  }
  startNext();
}

/** Joins files into one PDF file in their order, as a new entry of the list. */
export async function joinFiles(files: readonly File[]): Promise<void> {
  const zip = new File([await zipToMerge(files)], 'joined.zip', { type: 'application/zip' });
  const added = addFiles(
    [zip],
    files.map(({ name }) => name),
  );
  for (const entry of added) entry.target.value = 'pdf';
  convertEntries(added);
}

/** Splits a PDF into a zip of several. @param split the value of the service's option */
export function splitEntry(entry: Entry, split: string): void {
  chooseTarget(entry, 'zip');
  entry.options.value = { split };
  convertEntries([entry]);
}

/** Cancels the conversion of a file, which can be started again. */
export function cancel(entry: Entry): void {
  entry.stop?.abort();
  entry.stage.value = { name: 'chosen' };
}

function startNext(): void {
  while (running < AT_ONCE) {
    const entry = waiting.shift();
    if (!entry) return;
    if (entry.stage.value.name !== 'waiting') continue; // cancelled, or removed
    running += 1;
    convert(entry).finally(() => {
      running -= 1;
      startNext();
    });
  }
}

async function convert(entry: Entry): Promise<void> {
  const { file, target, quality, options, stage, stop } = entry;
  const signal = stop?.signal;
  const tell = (next: Entry['stage']['value']) => {
    if (!signal?.aborted) stage.value = next;
  };
  try {
    const result = await withKey(
      (service) => {
        tell({ name: 'uploading', percent: 0 });
        return service.convert(file, {
          to: target.value,
          quality: quality.value,
          options: { ...options.value, ...(isJoined(entry) && { merge: true }) },
          signal,
          onProgress: (step) => tell(stageOf(step)),
        });
      },
      () => tell({ name: 'waiting' }),
    );
    tell({ name: 'fetching' });
    // A result can be downloaded only once: preview, saving and the zip use this blob.
    const content = await result.blob({ signal });
    const type = formatNamed(result.format)?.media_type ?? 'application/octet-stream';
    tell({ name: 'done', file: new File([content], result.name, { type }) });
    announce(fill(say.value.converted, { name: result.name }));
    if (!busy.value) announce(say.value.allDone);
  } catch (error) {
    const complaint = complaintOf(error, target.value);
    tell({ name: 'failed', ...complaint });
    if (!signal?.aborted)
      announce(fill(say.value.failed, { name: titleOf(entry), error: complaintText(complaint).text }));
  }
  if (!busy.value) refreshAccount();
}

function stageOf(step: Progress): Entry['stage']['value'] {
  if (step.stage === 'wait') return { name: 'paused', until: Date.now() + step.seconds * 1000 };
  if (step.stage === 'convert') return { name: 'converting', percent: step.percent };
  return step.loaded < step.total
    ? { name: 'uploading', percent: (100 * step.loaded) / step.total }
    : { name: 'converting', percent: 0 };
}
