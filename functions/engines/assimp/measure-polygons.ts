import { open, readFile } from 'node:fs/promises';
import { areaOf } from './polygon-area.ts';

const LINE_FEED = 0x0a;
/** How many letters are written at once. */
const AT_ONCE = 1024 * 1024;

/** How large polygons are that are not divided into triangles. */
export interface PolygonMeasures {
  readonly area: number;
  /** The greatest of all numbers, without signs. */
  readonly extent: number;
}

/** Measures the polygons of an OBJ file that assimp has written. */
export async function measurePolygons(path: string): Promise<PolygonMeasures> {
  const numbers: number[] = [];
  let [area, extent] = [0, 0];
  for (const line of linesOf(await readFile(path))) {
    if (line.startsWith('v ')) {
      for (const word of line.split(' ', 4).slice(1)) {
        const value = Number(word);
        numbers.push(value);
        extent = Math.max(extent, Math.abs(value));
      }
    } else if (line.startsWith('f ')) area += areaOf(cornersOf(line, numbers));
  }
  return { area, extent };
}

function cornersOf(line: string, numbers: readonly number[]): number[] {
  const words = line.slice(2).trim().split(' ');
  return words.flatMap((word) => {
    const at = (Number.parseInt(word, 10) - 1) * 3;
    return [numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0];
  });
}

/** Writes an OBJ file that assimp has written once more, so many times as large. */
export async function scalePolygons(path: string, target: string, scale: number): Promise<void> {
  await using file = await open(target, 'w');
  let text = '';
  for (const line of linesOf(await readFile(path))) {
    text += line.startsWith('v ') ? scaled(line, scale) : `${line}\n`;
    if (text.length < AT_ONCE) continue;
    await file.write(text);
    text = '';
  }
  await file.write(text);
}

function scaled(line: string, scale: number): string {
  const [, ...numbers] = line.split(' ', 4);
  return `v ${numbers.map((word) => Number(word) * scale).join(' ')}\n`;
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(LINE_FEED, at);
    const end = next < 0 ? bytes.length : next;
    yield bytes.toString('latin1', at, end);
    at = end + 1;
  }
}
