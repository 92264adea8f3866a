const [LINE_FEED, RETURN, HASH, SPACE] = [0x0a, 0x0d, 0x23, 0x20];
/** Longer words are no numbers. */
const LONGEST_WORD = 64;

/**
 * Writes an OFF file with each corner and each face in a line of its own, as assimp wants it: Geomview, from which the
 * format comes, takes numbers over any lines, with comments anywhere. Colours of faces, which reach up to the end of a
 * line, are left out, as assimp does.
 * @returns the file as it was, where it is not plain OFF or does not hold what it says
 */
export function straightenOff(bytes: Buffer): Buffer {
  const words = new Words(bytes);
  if (words.next() !== 'OFF') return bytes;
  const [corners, faces, edges] = [words.integer(), words.integer(), words.integer()];
  // Each number takes two bytes at least.
  if (!(corners > 0 && faces > 0 && edges >= 0 && (corners * 3 + faces) * 2 <= bytes.length)) return bytes;
  const lines = ['OFF', `${corners} ${faces} 0`];
  for (let corner = 0; corner < corners; corner++) {
    const numbers = [words.next(), words.next(), words.next()];
    if (!numbers.every((word) => word !== '' && Number.isFinite(Number(word)))) return bytes;
    lines.push(numbers.join(' '));
  }
  for (let face = 0; face < faces; face++) {
    const line = [words.integer()];
    if (!(Number(line[0]) > 0)) return bytes;
    for (let left = Number(line[0]); left > 0; left--) {
      const corner = words.integer();
      if (!(corner < corners)) return bytes;
      line.push(corner);
    }
    words.skipLine();
    lines.push(line.join(' '));
  }
  return words.next() === '' ? Buffer.from(`${lines.join('\n')}\n`, 'latin1') : bytes;
}

/** Words between blanks and comments, one after the other. */
class Words {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The next word; nothing at the end, and a question mark for what is too long. */
  next(): string {
    for (; this.#here <= SPACE || this.#here === HASH; this.#at++) if (this.#here === HASH) this.skipLine();
    const start = this.#at;
    while (this.#here > SPACE && this.#here !== HASH) this.#at++;
    return this.#at - start > LONGEST_WORD ? '?' : this.#bytes.toString('latin1', start, this.#at);
  }

  /** The next word as a count or an index, or NaN. */
  integer(): number {
    const word = this.next();
    return /^\d{1,9}$/.test(word) ? Number(word) : Number.NaN;
  }

  /** Goes to the end of this line. */
  skipLine(): void {
    while (this.#at < this.#bytes.length && this.#here !== LINE_FEED && this.#here !== RETURN) this.#at++;
  }

  /** The byte at this place; NaN, which is neither more nor less than anything, behind the end. */
  get #here(): number {
    return this.#bytes[this.#at] ?? Number.NaN;
  }
}
