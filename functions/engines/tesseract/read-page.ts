import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { overlaps } from '../office/pdf/page.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { isPlausible as isPlausibleLine } from './build-paragraphs.ts';
import { confidenceOf, LEAST_LETTERS, lettersIn, type Read, readInScript } from './choose-language.ts';
import { cleanPicture } from './clean-picture.ts';
import { detectOrientation, type Orientation } from './detect-orientation.ts';
import { drawPage } from './draw-page.ts';
import { LANGUAGES, type Language, type Script } from './languages.ts';
import { type Reading, type Recognition, recognise } from './recognise.ts';
import { spreadLines } from './spread-lines.ts';
import { skewBack, straighten } from './straighten.ts';
import { writeGrey } from './write-grey.ts';

/** A recognised page. */
export interface ReadPage extends Recognition, PdfPage {
  /** Degrees clockwise by which it was rotated to be upright. */
  readonly rotation: Orientation['rotation'];
}

/** The languages of a file. */
export interface Languages {
  /** The requested language. @default detected */
  readonly asked?: Language | undefined;
  /** The languages that were detected on earlier pages. */
  readonly found: Map<Script, readonly Language[]>;
}

/** How pages are recognised. */
export interface Purpose {
  readonly file: PdfFile;
  /** Whether text layers are needed, too. */
  readonly textLayer: boolean;
}

/** More implausible lines than this are left. */
const MOST_SPECKS = 200;

/** Scripts without spaces between words. */
const UNSPACED: readonly Script[] = ['Han', 'Japanese'];

/** The least confidence of a page that is upright. */
const LEAST_CONFIDENCE = 85;

/**
 * Recognises a page: at first as upright and in the language of earlier pages. Where the result is implausible, it detects
 * orientation and script, which takes a third of the time of recognition.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export async function readPage(page: PdfPage, languages: Languages, { file, textLayer }: Purpose): Promise<ReadPage> {
  const folder = join(file.folder, `read-${page.number}`);
  await mkdir(folder);
  const { path, dpi } = await drawPage(file, page, folder);
  const { path: level, skew } = await straighten(path);
  const drawn = await cleanPicture(level, dpi);
  const settings = { dpi, folder, textLayer };
  const readDrawn = memoized((likely, mode) => recognise(drawn, { ...settings, languages: likely, mode }));
  const guess = likeliest(languages);
  const isUpright = isPlausible(await readDrawn(guess.languages));
  const { rotation, script }: Orientation = isUpright
    ? { rotation: 0, script: guess.script }
    : await detectOrientation(drawn, folder);
  const turned = rotation === 0 ? drawn : await writeGrey(sharp(drawn).rotate(rotation), `${drawn}.turned.tif`);
  // The skew of a page on its side is found when it is upright.
  const { path: picture, skew: left } = rotation === 0 ? { path: drawn, skew: 0 } : await straighten(turned);
  const read: Read =
    rotation === 0 ? readDrawn : (likely, mode) => recognise(picture, { ...settings, languages: likely, mode });
  const first = await readIn(languages, script ?? 'Latin', read);
  const recognition = (textLayer && (await recogniseWithoutSpecks(picture, first, settings))) || first;
  await Promise.all([...new Set([path, level, drawn, turned, picture])].map((each) => rm(each)));
  const { textLayer: found, lines } = recognition;
  const isSpread = recognition.languages.some((language) => UNSPACED.includes(LANGUAGES[language]));
  const behind = found && isSpread ? await spreadLines(found, lines, { dpi, folder }) : found;
  const isTurned = rotation % 180 !== 0;
  const upright = isTurned ? { width: page.height, height: page.width } : page;
  const layer = behind && skew + left !== 0 ? await skewBack(behind, skew + left, { ...upright, folder }) : behind;
  return { ...page, rotation, ...recognition, ...(layer && { textLayer: layer }) };
}

/** Recognises a page again without what is implausible, which would be in the text layer; nothing where all is plausible. */
async function recogniseWithoutSpecks(
  picture: string,
  { lines, languages, mode }: Recognition,
  settings: Omit<Reading, 'languages'>,
): Promise<Recognition | undefined> {
  const kept = lines.filter(isPlausibleLine);
  const specks = lines.filter((line) => !isPlausibleLine(line)).map(({ box }) => box);
  if (kept.length === 0 || specks.length > MOST_SPECKS) return undefined;
  const boxes = specks.filter((speck) => !kept.some(({ box }) => overlaps(box, speck)));
  if (boxes.length === 0) return undefined;
  const white = boxes.map(({ left, right, top, bottom }) => ({
    input: {
      create: {
        width: Math.max(1, right - left),
        height: Math.max(1, bottom - top),
        channels: 3 as const,
        background: '#fff',
      },
    },
    left,
    top,
  }));
  const painted = sharp(picture, { limitInputPixels: false }).composite(white);
  const clean = await writeGrey(painted, `${picture}.painted.tif`);
  const recognition = await recognise(clean, { ...settings, languages, mode });
  await rm(clean);
  return recognition;
}

/** The requested language, that of earlier pages, or English. */
function likeliest({ asked, found }: Languages): { readonly script: Script; readonly languages: readonly Language[] } {
  if (asked) return { script: LANGUAGES[asked], languages: [asked] };
  const [script, languages] = [...found].at(-1) ?? ['Latin', ['eng']];
  return { script, languages };
}

/**
 * Whether a recognition is plausible. Of pages upside down or in another script, the letters are fewer or of low confidence;
 * of pages on their side, lines are higher than wide.
 */
function isPlausible(recognition: Recognition): boolean {
  const flat = recognition.lines.filter(({ box }) => box.right - box.left > box.bottom - box.top);
  const letters = lettersIn(flat.map(({ text }) => text).join('\n'));
  const isFlat = flat.length * 2 > recognition.lines.length;
  return isFlat && letters >= LEAST_LETTERS && confidenceOf(recognition) >= LEAST_CONFIDENCE;
}

/** Caches recognitions by their languages. */
function memoized(read: Read): Read {
  const known = new Map<string, Promise<Recognition>>();
  return (languages, mode) => {
    const name = languages.join('+');
    const recognition = known.get(name) ?? read(languages, mode);
    known.set(name, recognition);
    return recognition;
  };
}

async function readIn({ asked, found }: Languages, script: Script, read: Read): Promise<Recognition> {
  const known = asked ? [asked] : found.get(script);
  if (known) return read(known);
  const { recognition, languages } = await readInScript(script, read);
  if (languages) found.set(script, languages);
  return recognition;
}
