import type { Matrix } from './transform-matrix.ts';

/** How many numbers each command of a path takes (SVG 1.1, 8.3). */
const NUMBERS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const TOKEN = /[\s,]*([a-z]|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy;
/** The flags of an arc need nothing between them. */
const FLAG = /[\s,]*([01])/y;

const ARC = 7;

/** What is drawn through, in pixels. */
export interface Travel {
  /** Rows of pixels that all lines cross together. */
  readonly rows: number;
  readonly segments: number;
}

/** How a path goes up and down, as far as that is seen: what lies above or below the drawing is not drawn. */
export function travelOfPath(path: string, matrix: Matrix, height: number): Travel {
  const pen = new Pen(matrix, height);
  let [command, wanted, numbers]: [string, number, number[]] = ['', 0, []];
  for (let at = 0; ; ) {
    const isFlag = wanted === ARC && (numbers.length === 3 || numbers.length === 4);
    const pattern = isFlag ? FLAG : TOKEN;
    pattern.lastIndex = at;
    const token = pattern.exec(path)?.[1];
    // What is no number and no command ends a path: the rest is not drawn.
    if (token === undefined) return pen;
    at = pattern.lastIndex;
    const found = NUMBERS[token.toLowerCase()];
    if (found !== undefined) [command, wanted, numbers] = [token, found, []];
    else numbers.push(Number(token));
    if (command === '' || Number.isNaN(numbers.at(-1))) return pen;
    if (numbers.length < wanted || (wanted === 0 && numbers.length > 0)) continue;
    pen.draw(command, numbers);
    numbers = [];
    // Places that follow the one where a path begins are the ends of lines.
    if (command === 'm' || command === 'M') command = command === 'm' ? 'l' : 'L';
  }
}

/** As a path, of a list of corners. */
export function travelOfCorners(points: string, matrix: Matrix, height: number): Travel {
  return travelOfPath(`M${points}`, matrix, height);
}

class Pen {
  rows = 0;
  segments = 0;
  readonly #matrix: Matrix;
  readonly #height: number;
  #x = 0;
  #y = 0;
  #start: readonly [number, number] = [0, 0];

  constructor(matrix: Matrix, height: number) {
    this.#matrix = matrix;
    this.#height = height;
  }

  draw(command: string, numbers: readonly number[]): void {
    const kind = command.toLowerCase();
    const [fromX, fromY] = command === kind ? [this.#x, this.#y] : [0, 0];
    const [x, y] = [fromX + (numbers.at(-2) ?? 0), fromY + (numbers.at(-1) ?? 0)];
    if (kind === 'z') this.#to(...this.#start);
    else if (kind === 'h') this.#to(fromX + (numbers[0] ?? 0), this.#y);
    else if (kind === 'v') this.#to(this.#x, fromY + (numbers[0] ?? 0));
    else if (kind === 'm') [this.#x, this.#y, this.#start] = [x, y, [x, y]];
    else this.#to(x, y);
  }

  /** Curves count as what is straight from where they begin to where they end, which is less than they take. */
  #to(x: number, y: number): void {
    this.rows += Math.abs(this.#seen(x, y) - this.#seen(this.#x, this.#y)) || 0;
    this.segments++;
    [this.#x, this.#y] = [x, y];
  }

  /** In which row of the drawing a place is, or the nearest to it. */
  #seen(x: number, y: number): number {
    const [, b, , d, , f] = this.#matrix;
    return Math.min(this.#height, Math.max(0, b * x + d * y + f));
  }
}
