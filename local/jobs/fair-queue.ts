/**
 * What waits, of several parties: each in the order in which it came, and one of each party after the other. Who brings
 * a thousand keeps nobody else waiting for more than one.
 */
export class FairQueue<T> {
  /** Who has something waiting, whose turn is next first. */
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

  /** Takes out what comes next of all that may. */
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
