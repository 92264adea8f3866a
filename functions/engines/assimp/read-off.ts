/** A number or a word, a comment, or the end of a line. */
const TOKEN = /[^\s#]+|#[^\r\n]*|[\r\n]/g;
const SKIPPED = /^[#\r\n]/;
/** The end of a line, or of the file. */
const LINE_END = /^[\r\n]?$/;

/**
 * Writes each vertex and each face of an OFF file on a line, as assimp expects it: the format comes from Geomview, which
 * allows any line breaks and comments. Colours of faces, up to the end of a line, are dropped, as assimp does.
 * @returns the same file, where it is not plain OFF or its counts are wrong
 */
export function normalizeOff(bytes: Buffer): Buffer {
  const tokens = new Tokens(bytes);
  if (tokens.next() !== 'OFF') return bytes;
  const [vertices, faces, edges] = [tokens.integer(), tokens.integer(), tokens.integer()];
  // Each number takes two bytes at least.
  if (!(vertices > 0 && faces > 0 && edges >= 0 && (vertices * 3 + faces) * 2 <= bytes.length)) return bytes;
  const lines = ['OFF', `${vertices} ${faces} 0`];
  for (let vertex = 0; vertex < vertices; vertex++) {
    const numbers = [tokens.next(), tokens.next(), tokens.next()];
    if (!numbers.every((token) => token !== '' && Number.isFinite(Number(token)))) return bytes;
    lines.push(numbers.join(' '));
  }
  for (let face = 0; face < faces; face++) {
    const line = [tokens.integer()];
    if (!(Number(line[0]) > 0)) return bytes;
    for (let left = Number(line[0]); left > 0; left--) {
      const vertex = tokens.integer();
      if (!(vertex < vertices)) return bytes;
      line.push(vertex);
    }
    tokens.skipLine();
    lines.push(line.join(' '));
  }
  return tokens.next() === '' ? Buffer.from(`${lines.join('\n')}\n`, 'latin1') : bytes;
}

/** Reads tokens between spaces and comments. */
class Tokens {
  readonly #found: Iterator<RegExpExecArray>;

  constructor(bytes: Buffer) {
    this.#found = bytes.toString('latin1').matchAll(TOKEN);
  }

  /** The next token; empty at the end. */
  next(): string {
    let token = this.#any();
    while (SKIPPED.test(token)) token = this.#any();
    return token;
  }

  /** The next token as a count or an index, or NaN. */
  integer(): number {
    const token = this.next();
    return /^\d{1,9}$/.test(token) ? Number(token) : Number.NaN;
  }

  /** Skips to the end of the line. */
  skipLine(): void {
    while (!LINE_END.test(this.#any()));
  }

  #any(): string {
    return this.#found.next().value?.[0] ?? '';
  }
}
