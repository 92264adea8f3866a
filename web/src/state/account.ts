import { computed, signal } from '@preact/signals';
import { FileConversion, FileConversionError, type Usage } from '../../../client/index.ts';
import { complaintOf, complaintText } from './complaint.ts';
import { say } from './language.ts';
import { forgetSecret, rememberSecret } from './memory.ts';
import { closeRecent, openRecent, recent, refreshRecent } from './recent.ts';
import { KEY_MEMORY, key, rate, service } from './service.ts';

/** What a key looks like. */
const SHAPE = /^fc_[0-9A-Za-z]{36}$/;

/** Whether a key has been missed. */
const missed = signal(false);

/** Whether the service knows keys, as far as its answers have shown: with a first 401, or with limits. */
export const hasKeys = computed(() => missed.value || key.value !== undefined || rate.value !== undefined);

/** Whether the reader is asked for a key, since the service has refused the last one or just so. */
export const asking = signal<'just so' | 'refused' | undefined>(undefined);

/** What the account has used, where the key is good for telling it. */
export const usage = signal<Usage | undefined>(undefined);

/** Who waits for the reader's answer. */
let waiting: (() => void)[] = [];

/** Asks the reader for a key. @returns when there is an answer: a key, or none */
export function askForKey(why: 'just so' | 'refused' = 'just so'): Promise<void> {
  asking.value ??= why;
  return new Promise((resolve) => waiting.push(resolve));
}

/** Ends the question. */
export function answered(): void {
  asking.value = undefined;
  const those = waiting;
  waiting = [];
  for (const resolve of those) resolve();
}

/**
 * Does something with the service, and asks for a key when it wants one: as often as the reader gives another.
 * @param onAsking called when the reader is asked
 */
export async function withKey<T>(operation: (service: FileConversion) => Promise<T>, onAsking: () => void): Promise<T> {
  for (;;) {
    const used = key.value;
    try {
      return await operation(service.value);
    } catch (error) {
      if (!(error instanceof FileConversionError && error.status === 401)) throw error;
      missed.value = true;
      onAsking();
      // Another file may have had the reader asked meanwhile.
      if (key.value === used) await askForKey(used === undefined ? 'just so' : 'refused');
      if (key.value === used) throw error;
    }
  }
}

/** Uses a key from now on, if the service takes it. @returns what is wrong with it, if something is */
export async function takeKey(text: string, forGood: boolean): Promise<string | undefined> {
  const token = text.trim();
  if (!SHAPE.test(token)) return say.value.keyShape;
  try {
    await new FileConversion(location.origin, { key: token, retries: 0 }).conversions.list({ pageSize: 1 }).next();
  } catch (error) {
    if (error instanceof FileConversionError && error.status === 401) return say.value.keyUnknown;
    return complaintText(complaintOf(error)).text;
  }
  rememberSecret(KEY_MEMORY, token, forGood);
  useKey(token);
  refreshAccount();
  return undefined;
}

/** Forgets the key. */
export function forgetKey(): void {
  forgetSecret(KEY_MEMORY);
  missed.value = true;
  useKey(undefined);
}

function useKey(token: string | undefined): void {
  key.value = token;
  rate.value = undefined;
  usage.value = undefined;
  const shown = recent.value !== undefined;
  closeRecent();
  if (shown && token !== undefined) openRecent();
}

/** Asks anew what the account has used, and what it has had converted if that is shown. */
export function refreshAccount(): void {
  const used = key.value;
  if (used === undefined) return;
  service.value
    .usage()
    .then((told) => {
      if (key.value === used) usage.value = told;
    })
    // A key may be good for conversions alone.
    .catch(() => undefined);
  refreshRecent();
}
