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

  shift(): T | undefined {
    const [next] = this.#parties;
    if (!next) return undefined;
    const [party, items] = next;
    const item = items.shift();
    this.#parties.delete(party);
    if (items.length > 0) this.#parties.set(party, items);
    this.#length -= 1;
    return item;
  }
}
