/**
 * A queue with round robin among parties, and first in, first out within each: a party with a thousand items delays
 * each of the others by one item only.
 */
export class FairQueue<T> {
  /** The parties with items; the first one is next. */
  readonly #parties = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(party: string, item: T): void {
    const items = this.#parties.get(party);
    if (items) items.push(item);
    else this.#parties.set(party, [item]);
    this.#length += 1;
  }

  /** Takes the next item that may be taken. */
  shift(may: (item: T) => boolean = () => true): T | undefined {
    for (const [party, items] of this.#parties) {
      const at = items.findIndex(may);
      if (at < 0) continue;
      const [item] = items.splice(at, 1);
      this.#parties.delete(party);
      if (items.length > 0) this.#parties.set(party, items);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }
}
