import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
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
import { drawPage, heightFor } from './draw-page.ts';
import { LANGUAGES, type Language, type Script } from './languages.ts';
import { type Recognition, recognise } from './recognise.ts';
import { straighten } from './straighten.ts';
import { writeGrey } from './write-grey.ts';

/** A recognised page. */
export interface ReadPage extends Pick<Turned, 'rotation' | 'skew' | 'dpi'> {
  readonly page: PdfPage;
  readonly recognition: Recognition;
}

/** The languages of a file. */
export interface Languages {
  /** The requested language. @default detected */
  readonly asked?: Language | undefined;
  /** The languages that were detected on earlier pages. */
  readonly found: Map<Script, readonly Language[]>;
}

/** The least confidence of a page that is upright. */
const LEAST_CONFIDENCE = 85;

/** A picture of a page that may be upright. */
interface Turned {
  readonly picture: string;
  /** In pixels per inch. */
  readonly dpi: number;
  /** Degrees clockwise by which it was rotated to be upright. */
  readonly rotation: Orientation['rotation'];
  /** Degrees clockwise by which it was straightened before and after it was rotated. */
  readonly skew: number;
  /** For what is recognised in it. */
  readonly folder: string;
  readonly read: Read;
}

/**
 * Recognises a page: at first as upright and in the language of earlier pages. Where the result is implausible, it detects
 * orientation and script, which takes a third of the time of recognition.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export async function readPage(page: PdfPage, languages: Languages, file: PdfFile): Promise<ReadPage> {
  const folder = join(file.folder, `read-${page.number}`);
  const pictures = join(folder, 'pictures');
  const prepare = async (script: Script) => {
    const place = join(pictures, script);
    await mkdir(place, { recursive: true });
    const { path, dpi, shrink } = await drawPage(file, page, { folder: place, script });
    const { path: level, skew } = await straighten(path);
    const picture = await cleanPicture(level, shrink);
    return readable({ picture, dpi: dpi * shrink, rotation: 0, skew, folder: join(folder, script) });
  };
  const { rotation, skew, dpi, recognition } = await readUpright(prepare, languages);
  await rm(pictures, { recursive: true });
  return { page, rotation, skew, dpi, recognition };
}

/** A picture of a page, with its own folder for what is recognised in it. */
async function readable(picture: Omit<Turned, 'read'>): Promise<Turned> {
  const { folder } = picture;
  await mkdir(folder);
  const read = memoized((languages, mode) => recognise(picture.picture, { folder, languages, mode }));
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
    const { rotation, script = 'Latin' } = await detectOrientation(upright.picture, upright.folder);
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

async function turn({ picture, skew, dpi, ...page }: Turned, rotation: Turned['rotation']): Promise<Turned> {
  const path = await writeGrey(sharp(picture).rotate(rotation), `${picture}.turned.tif`);
  // The skew of a page on its side is found when it is upright.
  const straight = await straighten(path);
  const folder = join(page.folder, 'turned');
  return readable({ picture: straight.path, skew: skew + straight.skew, dpi, rotation, folder });
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
