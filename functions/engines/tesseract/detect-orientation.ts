import { LANGUAGES, ORIENTATION_AND_SCRIPT, type Script } from './languages.ts';
import { runTesseract } from './run-tesseract.ts';

/** How a page lies, and what is written on it. */
export interface Orientation {
  /** By how many degrees the page has to be turned clockwise to be upright. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Nothing where there are too few letters to tell, or it is one that cannot be read. */
  readonly script?: Script;
}

/** How sure it must be that a page is not upright: pages with few letters look much alike from all sides. */
const LEAST_CONFIDENCE = 2;

/** Nothing but this asks for orientation and script alone. */
const PAGE_MODE = ['--psm', '0'];

/**
 * Finds out how a page lies and in which script it is written; a page with next to no letters lies well.
 * @throws ConversionError TOO_COMPLEX
 */
export async function detectOrientation(picture: string, folder: string): Promise<Orientation> {
  const { stdout } = await runTesseract(picture, '-', [...PAGE_MODE, '-l', ORIENTATION_AND_SCRIPT], folder);
  const facts = new Map(stdout.split('\n').map((line) => line.split(': ') as [string, string]));
  const told = (name: string) => facts.get(name)?.trim();
  const sure = Number(told('Orientation confidence') ?? 0) >= LEAST_CONFIDENCE;
  const rotation = [90, 180, 270].find((degrees) => String(degrees) === told('Rotate')) ?? 0;
  const script = Object.values(LANGUAGES).find((known) => known === told('Script'));
  return { rotation: sure ? (rotation as Orientation['rotation']) : 0, ...(script && { script }) };
}
