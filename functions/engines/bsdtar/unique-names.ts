/** Gives each file a name of its own: to one that was there before a number is added, as in `a (2).txt`. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  readonly #folders: ReadonlySet<string>;
  /** The last number that was added to a name. */
  readonly #numbers = new Map<string, number>();

  /** @param folders names that are none of files */
  constructor(folders: ReadonlySet<string> = new Set()) {
    this.#folders = folders;
  }

  /** A name that was not given before: this one, if that can be. */
  take(name: string): string {
    let free = name;
    while (this.#taken.has(free) || this.#folders.has(free)) {
      const number = (this.#numbers.get(name) ?? 1) + 1;
      this.#numbers.set(name, number);
      free = numbered(name, number);
    }
    this.#taken.add(free);
    return free;
  }
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > name.lastIndexOf('/') + 1 ? dot : name.length;
  return `${name.slice(0, stem)} (${number})${name.slice(stem)}`;
}
