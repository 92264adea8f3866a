import { LANGUAGES, ORIENTATION_AND_SCRIPT, type Script } from './languages.ts';
import { runTesseract } from './run-tesseract.ts';

/** The rotation and the script of a page. */
export interface Orientation {
  /** Degrees clockwise by which the page has to be rotated to be upright. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Undefined where there are too few letters, or where the script is not supported. */
  readonly script?: Script;
}

/** The least confidence that a page is not upright: with few letters, all rotations look alike. */
const LEAST_CONFIDENCE = 2;

/**
 * The page segmentation mode that only detects orientation and script, and the least characters for that. By default those are
 * 50, which two lines of Devanagari do not have, whose letters hang together; what is recognised then decides in any case.
 */
const PAGE_MODE = ['--psm', '0', '-c', 'min_characters_to_try=30'];

/**
 * Detects the rotation and the script of a page; a page with hardly any letters counts as upright.
 * @throws ConversionError TOO_COMPLEX
 */
export async function detectOrientation(picture: string, folder: string): Promise<Orientation> {
  const { stdout } = await runTesseract(picture, '-', [...PAGE_MODE, '-l', ORIENTATION_AND_SCRIPT], folder);
  const facts = new Map(stdout.split('\n').map((line) => line.split(': ') as [string, string]));
  const factOf = (name: string) => facts.get(name)?.trim();
  const sure = Number(factOf('Orientation confidence') ?? 0) >= LEAST_CONFIDENCE;
  const rotation = [90, 180, 270].find((degrees) => String(degrees) === factOf('Rotate')) ?? 0;
  const script = Object.values(LANGUAGES).find((known) => known === factOf('Script'));
  return { rotation: sure ? (rotation as Orientation['rotation']) : 0, ...(script && { script }) };
}
