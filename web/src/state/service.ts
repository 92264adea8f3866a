import { computed, signal } from '@preact/signals';
import { FileConversion, type Rate } from '../../../client/index.ts';
import { rememberedSecret } from './memory.ts';

/** The name of the key in the storage of the browser. */
export const KEY_MEMORY = 'api-key';

/** The API key, if there is one. */
export const key = signal<string | undefined>(rememberedSecret(KEY_MEMORY) ?? undefined);

/** The rate limit, once a response has shown it. */
export const rate = signal<Rate | undefined>(undefined);

/** A client without a key, for public routes. */
export const open = new FileConversion(location.origin);

/** The client with the key. */
export const service = computed(
  () => new FileConversion(location.origin, { key: key.value, onRate: (current) => (rate.value = current) }),
);
