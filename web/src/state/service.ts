import { computed, signal } from '@preact/signals';
import { FileConversion, type Rate } from '../../../client/index.ts';
import { rememberedSecret } from './memory.ts';

/** Under which name the key is remembered. */
export const KEY_MEMORY = 'api-key';

/** The key of the reader, if there is one. */
export const key = signal<string | undefined>(rememberedSecret(KEY_MEMORY) ?? undefined);

/** The reader's rate limit, once an answer has shown it: the service limits them then. */
export const rate = signal<Rate | undefined>(undefined);

/** The service that this page comes from, for what is open to everybody: no key is sent. */
export const open = new FileConversion(location.origin);

/** The same, for the reader. */
export const service = computed(
  () => new FileConversion(location.origin, { key: key.value, onRate: (told) => (rate.value = told) }),
);
