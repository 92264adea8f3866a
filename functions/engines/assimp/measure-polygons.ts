import { open, readFile } from 'node:fs/promises';
import { areaOf } from './measure-stl.ts';

const LINE_FEED = 0x0a;
/** Characters that are written at once. */
const CHUNK = 1024 * 1024;

/** The measures of polygons. */
export interface PolygonMeasures {
  readonly area: number;
  /** The greatest absolute value of a coordinate. */
  readonly extent: number;
}

/** Measures the polygons of an OBJ file of assimp. */
export async function measurePolygons(path: string): Promise<PolygonMeasures> {
  const coordinates: number[] = [];
  let [area, extent] = [0, 0];
  for (const line of linesOf(await readFile(path))) {
    if (line.startsWith('v ')) {
      for (const word of line.split(' ', 4).slice(1)) {
        const value = Number(word);
        coordinates.push(value);
        extent = Math.max(extent, Math.abs(value));
      }
    } else if (line.startsWith('f ')) area += areaOf(verticesOf(line, coordinates));
  }
  return { area, extent };
}

function verticesOf(line: string, coordinates: readonly number[]): number[] {
  const words = line.slice(2).trim().split(' ');
  return words.flatMap((word) => {
    const at = (Number.parseInt(word, 10) - 1) * 3;
    return [coordinates[at] ?? 0, coordinates[at + 1] ?? 0, coordinates[at + 2] ?? 0];
  });
}

/** Scales an OBJ file of assimp. */
export async function scalePolygons(path: string, target: string, scale: number): Promise<void> {
  await using file = await open(target, 'w');
  let text = '';
  for (const line of linesOf(await readFile(path))) {
    text += line.startsWith('v ') ? scaledVertex(line, scale) : `${line}\n`;
    if (text.length < CHUNK) continue;
    await file.write(text);
    text = '';
  }
  await file.write(text);
}

function scaledVertex(line: string, scale: number): string {
  const [, ...coordinates] = line.split(' ', 4);
  return `v ${coordinates.map((word) => Number(word) * scale).join(' ')}\n`;
}

function* linesOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(LINE_FEED, at);
    const end = next < 0 ? bytes.length : next;
    yield bytes.toString('latin1', at, end);
    at = end + 1;
  }
}
