/**
 * Places for so many at once, and beyond them one for each kind of which nobody has any, up to as many again: a few files
 * that take long keep those of another kind from nothing.
 */
export class Places {
  readonly #count: number;
  readonly #taken: string[] = [];

  /** @param count how many there are */
  constructor(count: number) {
    this.#count = count;
  }

  /** Whether more are taken than there are. */
  get exceeded(): boolean {
    return this.#taken.length > this.#count;
  }

  isFree(kind: string): boolean {
    const taken = this.#taken.length;
    return taken < this.#count || (taken < 2 * this.#count && !this.#taken.includes(kind));
  }

  take(kind: string): void {
    this.#taken.push(kind);
  }

  giveBack(kind: string): void {
    this.#taken.splice(this.#taken.indexOf(kind), 1);
  }
}
