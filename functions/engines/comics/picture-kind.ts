import { xmlRoot } from '../../detection/xml-root.ts';

/** How pictures begin, in hexadecimal, by position. */
const BEGINNINGS: readonly (readonly [position: number, bytes: string, extension: string])[] = [
  [0, '89504e470d0a1a0a', 'png'],
  [0, 'ffd8ff', 'jpg'],
  [0, '47494638', 'gif'],
  [8, '57454250', 'webp'],
  [0, '424d', 'bmp'],
  [0, '49492a00', 'tiff'],
  [0, '4d4d002a', 'tiff'],
  [0, 'd7cdc69a', 'wmf'],
  [40, '20454d46', 'emf'],
];

/** How much of a drawing is looked at, in bytes. */
const LOOKED_AT = 16 * 1024;

/** The extension for a picture by its content, or nothing where it is none. */
export function pictureKind(data: Buffer): string | undefined {
  const found = BEGINNINGS.find(([at, hex]) => data.toString('hex', at, at + hex.length / 2) === hex);
  if (found) return found[2];
  const text = data.toString('utf8', 0, LOOKED_AT);
  return text.trimStart().startsWith('<') && xmlRoot(text)?.name === 'svg' ? 'svg' : undefined;
}
