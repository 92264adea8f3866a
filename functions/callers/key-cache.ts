import type { ApiKey } from './api-key.ts';
import type { KeyStore } from './stores.ts';

/** How long a key is believed to be as it was, in milliseconds: so long a disabled one may still pass. */
const LIFETIME = 60_000;

/** The size of the cache: many invalid keys can only evict its entries. */
const MOST = 1000;

interface Known {
  readonly key: ApiKey | undefined;
  readonly until: number;
}

/** Keys that were looked up a short while ago, those that do not exist too. */
export class KeyCache implements Pick<KeyStore, 'find'> {
  readonly #store: Pick<KeyStore, 'find'>;
  readonly #known = new Map<string, Known>();

  constructor(store: Pick<KeyStore, 'find'>) {
    this.#store = store;
  }

  async find(digest: string): Promise<ApiKey | undefined> {
    const known = this.#known.get(digest);
    if (known && known.until > Date.now()) return known.key;
    const key = await this.#store.find(digest);
    this.#known.delete(digest);
    this.#known.set(digest, { key, until: Date.now() + LIFETIME });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
    return key;
  }
}
