import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawPages } from '../poppler/draw-pages.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { fittingResolution } from '../poppler/plan-runs.ts';
import { readInScript } from './choose-language.ts';
import { detectOrientation, type Orientation } from './detect-orientation.ts';
import type { Language, Script } from './languages.ts';
import { type Recognition, recognise } from './recognise.ts';

/** Pixels to the inch at which tesseract reads best, whatever a scan has. */
const RESOLUTION = 300;

/** A page that was read. */
export interface ReadPage extends Recognition {
  readonly number: number;
  /** By how many degrees it was turned clockwise, to be upright. */
  readonly turn: Orientation['turn'];
}

/** What is known of the languages of a file. */
export interface Languages {
  /** What was asked for. @default nothing: to be found out */
  readonly asked?: Language | undefined;
  /** What was found out of the pages before. */
  readonly found: Map<Script, readonly Language[]>;
}

/**
 * Reads a page from its picture.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export async function readPage(file: PdfFile, page: PdfPage, languages: Languages): Promise<ReadPage> {
  const folder = join(file.folder, `read-${page.number}`);
  await mkdir(folder);
  const drawn = await draw({ ...file, folder }, page);
  const { turn, script = 'Latin' } = await detectOrientation(drawn, folder);
  const picture = turn === 0 ? drawn : await turnPicture(drawn, turn);
  const dpi = fittingResolution(page, RESOLUTION);
  const read = (likely: readonly Language[]) => recognise(picture, { dpi, languages: likely, folder });
  const recognition = await readIn(languages, script, read);
  await Promise.all([...new Set([drawn, picture])].map((path) => rm(path)));
  return { number: page.number, turn, ...recognition };
}

async function readIn(
  { asked, found }: Languages,
  script: Script,
  read: (languages: readonly Language[]) => Promise<Recognition>,
): Promise<Recognition> {
  const known = asked ? [asked] : found.get(script);
  if (known) return read(known);
  const { recognition, languages } = await readInScript(script, read);
  if (languages) found.set(script, languages);
  return recognition;
}

async function draw(file: PdfFile, page: PdfPage): Promise<string> {
  const job = { ...file, targetFormat: 'tiff', quality: 'high', pages: [page], onPages: () => {} } as const;
  const [path = ''] = await drawPages({ ...job, options: { color: 'gray' } }, 'pixels');
  return path;
}

async function turnPicture(path: string, turn: number): Promise<string> {
  const turned = `${path}.turned.tif`;
  await writeFile(turned, await sharp(path).rotate(turn).tiff({ compression: 'none' }).toBuffer());
  return turned;
}
