import { computed, signal } from '@preact/signals';
import { FileConversion, FileConversionError, type Usage } from '../../../client/index.ts';
import { complaintOf, complaintText } from './complaint.ts';
import { say } from './language.ts';
import { forgetSecret, rememberSecret } from './memory.ts';
import { closeRecent, openRecent, recent, refreshRecent } from './recent.ts';
import { KEY_MEMORY, key, rate, service } from './service.ts';

/** The form of a key. */
const SHAPE = /^fc_[0-9A-Za-z]{36}$/;

/** Whether a request failed for lack of a key. */
const missed = signal(false);

/** Whether the service has keys, as far as responses have shown: by a 401, or by a rate limit. */
export const hasKeys = computed(() => missed.value || key.value !== undefined || rate.value !== undefined);

/** Whether the dialog for a key is open, and why: the last key was refused, or none was set. */
export const asking = signal<'just so' | 'refused' | undefined>(undefined);

/** The usage of the account, where the key has the scope for it. */
export const usage = signal<Usage | undefined>(undefined);

/** Callbacks that wait for the dialog to close. */
let waiting: (() => void)[] = [];

/** Opens the dialog for a key, and waits until it is closed. */
export function askForKey(why: 'just so' | 'refused' = 'just so'): Promise<void> {
  asking.value ??= why;
  return new Promise((resolve) => waiting.push(resolve));
}

/** Closes the dialog for a key. */
export function answered(): void {
  asking.value = undefined;
  const those = waiting;
  waiting = [];
  for (const resolve of those) resolve();
}

/**
 * Runs an operation of the service, and asks for a key when it is refused, as long as another key is entered.
 * @param onAsking called when the dialog opens
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
      // Another operation may have asked for a key meanwhile.
      if (key.value === used) await askForKey(used === undefined ? 'just so' : 'refused');
      if (key.value === used) throw error;
    }
  }
}

/** Sets the key, if the service accepts it. @returns why it cannot be used */
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

/** Removes the key. */
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

/** Reloads the usage, and the recent conversions if they are shown. */
export function refreshAccount(): void {
  const used = key.value;
  if (used === undefined) return;
  service.value
    .usage()
    .then((current) => {
      if (key.value === used) usage.value = current;
    })
    // A key may only have the scope for conversions.
    .catch(() => undefined);
  refreshRecent();
}
