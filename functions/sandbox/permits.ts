/**
 * Permits to run: so many for all kinds of jobs, and as many again, one for each kind that has none. So a few long jobs of
 * one kind do not keep jobs of another kind from running.
 */
export class Permits {
  readonly #count: number;
  readonly #taken: string[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /** Whether some of the additional permits are taken. */
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

  release(kind: string): void {
    this.#taken.splice(this.#taken.indexOf(kind), 1);
  }
}
