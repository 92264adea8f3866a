import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { overlaps } from '../office/pdf/page.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { isPlausible as isPlausibleLine } from './build-paragraphs.ts';
import {
  type Chosen,
  certaintyOf,
  confidenceOf,
  LEAST_LETTERS,
  lettersIn,
  type Read,
  readInScript,
} from './choose-language.ts';
import { cleanPicture } from './clean-picture.ts';
import { detectOrientation, type Orientation } from './detect-orientation.ts';
import { drawPage, heightFor, RESOLUTION } from './draw-page.ts';
import { LANGUAGES, type Language, type Script } from './languages.ts';
import { type Reading, type Recognition, recognise } from './recognise.ts';
import { spreadLines } from './spread-lines.ts';
import { fitLayer, straighten } from './straighten.ts';
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

/** A picture of a page that may be upright. */
interface Turned {
  readonly picture: string;
  /** In pixels per inch. */
  readonly dpi: number;
  readonly rotation: Orientation['rotation'];
  /** Degrees clockwise by which it was straightened before and after it was rotated. */
  readonly skew: number;
  readonly settings: Omit<Reading, 'languages'>;
  readonly read: Read;
}

/**
 * Recognises a page: at first as upright and in the language of earlier pages. Where the result is implausible, it detects
 * orientation and script, which takes a third of the time of recognition.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export async function readPage(page: PdfPage, languages: Languages, { file, textLayer }: Purpose): Promise<ReadPage> {
  const folder = join(file.folder, `read-${page.number}`);
  const pictures = join(folder, 'pictures');
  const prepare = async (script: Script) => {
    const place = join(pictures, script);
    await mkdir(place, { recursive: true });
    const { path, dpi, shrink } = await drawPage(file, page, { folder: place, script });
    const { path: level, skew } = await straighten(path);
    const settings = { folder: join(folder, script), textLayer };
    const picture = await cleanPicture(level, shrink);
    return readable({ picture, dpi: dpi * shrink, rotation: 0, skew, settings });
  };
  const { picture, rotation, skew, dpi, settings, recognition: first } = await readUpright(prepare, languages);
  const recognition = (textLayer && (await recogniseWithoutSpecks(picture, first, settings))) || first;
  await rm(pictures, { recursive: true });
  const { textLayer: found, lines } = recognition;
  const isSpread = recognition.languages.some((language) => UNSPACED.includes(LANGUAGES[language]));
  const behind = found && isSpread ? await spreadLines(found, lines, folder) : found;
  const isTurned = rotation % 180 !== 0;
  const size = isTurned ? { width: page.height, height: page.width } : page;
  const scale = RESOLUTION / dpi;
  const fits = skew === 0 && scale === 1;
  const layer = behind && !fits ? await fitLayer(behind, { ...size, skew, scale, folder }) : behind;
  return { ...page, rotation, ...recognition, ...(layer && { textLayer: layer }) };
}

/** A picture of a page, with its own folder for what is recognised in it. */
async function readable(picture: Omit<Turned, 'read'>): Promise<Turned> {
  await mkdir(picture.settings.folder);
  const read = memoized((languages, mode) => recognise(picture.picture, { ...picture.settings, languages, mode }));
  return { ...picture, read };
}

/**
 * Recognises a page as it is, or rotated and in another script where more is recognised then.
 * @param prepare draws the page for a script
 */
async function readUpright(
  prepare: (script: Script) => Promise<Turned>,
  languages: Languages,
): Promise<Turned & { readonly recognition: Recognition }> {
  const guess = likeliest(languages);
  const upright = await prepare(guess.script);
  const asIs = await upright.read(guess.languages);
  if (!isPlausible(asIs)) {
    const { rotation, script = 'Latin' } = await detectOrientation(upright.picture, upright.settings.folder);
    const fitting = heightFor(script) === heightFor(guess.script) ? upright : await prepare(script);
    const turned = rotation === 0 ? fitting : await turn(fitting, rotation);
    const other = await readIn(languages, script, turned.read);
    // Receipts and tables are often taken for pages upside down, or in another script.
    if (certaintyOf(other.recognition) > certaintyOf({ lines: flatIn(asIs) })) {
      if (other.languages) languages.found.set(script, other.languages);
      return { ...turned, recognition: other.recognition };
    }
  }
  const { recognition, languages: found } = await readIn(languages, guess.script, upright.read);
  if (found) languages.found.set(guess.script, found);
  return { ...upright, recognition };
}

async function turn({ picture, skew, settings, ...page }: Turned, rotation: Turned['rotation']): Promise<Turned> {
  const path = await writeGrey(sharp(picture).rotate(rotation), `${picture}.turned.tif`);
  // The skew of a page on its side is found when it is upright.
  const straight = await straighten(path);
  const folder = join(settings.folder, 'turned');
  const turned = { picture: straight.path, skew: skew + straight.skew, rotation, settings: { ...settings, folder } };
  return readable({ ...page, ...turned });
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
  return recognise(clean, { ...settings, languages, mode });
}

/** The requested language, that of earlier pages, or English. */
function likeliest({ asked, found }: Languages): { readonly script: Script; readonly languages: readonly Language[] } {
  if (asked) return { script: LANGUAGES[asked], languages: [asked] };
  const [script, languages] = [...found].at(-1) ?? ['Latin', ['eng']];
  return { script, languages };
}

const flatIn = ({ lines }: Recognition) => lines.filter(({ box }) => box.right - box.left > box.bottom - box.top);

/**
 * Whether a recognition is plausible. Of pages upside down or in another script, the letters are fewer or of low confidence;
 * of pages on their side, lines are higher than wide.
 */
function isPlausible(recognition: Recognition): boolean {
  const flat = flatIn(recognition);
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

async function readIn({ asked, found }: Languages, script: Script, read: Read): Promise<Chosen> {
  const known = asked ? [asked] : found.get(script);
  return known ? { recognition: await read(known) } : readInScript(script, read);
}
