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
import type { Step } from './dewarp.ts';
import { drawPage, heightFor } from './draw-page.ts';
import { areSpaced, LANGUAGES, type Language, type Script } from './languages.ts';
import { type Recognition, recognise } from './recognise.ts';
import { straighten } from './straighten.ts';
import { trimLine } from './trim-lines.ts';
import { writeGrey } from './write-grey.ts';

/** A recognised page. */
export interface ReadPage extends Pick<Turned, 'rotation' | 'skew' | 'steps' | 'dpi'> {
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
/** How much more has to be recognised for certain in a picture without its perspective. */
const MORE = 1.02;
/** The largest skew of text behind a page, in degrees, that is read from there as lines. */
const LARGEST_SKEW = 8;

/** A picture of a page that may be upright. */
interface Turned {
  readonly picture: string;
  /** In pixels per inch. */
  readonly dpi: number;
  /** Degrees clockwise by which it was rotated to be upright. */
  readonly rotation: Orientation['rotation'];
  /** Degrees clockwise by which it was straightened before and after it was rotated. */
  readonly skew: number;
  /** All that was done to it, where its page is to be shown so. */
  readonly steps?: readonly Step[];
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
    const straight = await straighten(path);
    return Promise.all(
      straight.map(async ({ path: level, step }, index) => {
        const picture = await cleanPicture(level, shrink);
        const done = { skew: step.skew, ...(isFlattened(step) && { steps: [step] }) };
        return readable({
          picture,
          dpi: dpi * shrink,
          rotation: 0,
          ...done,
          folder: join(folder, `${script}-${index}`),
        });
      }),
    );
  };
  const { rotation, skew, steps, dpi, recognition } = await readUpright(prepare, languages);
  await rm(pictures, { recursive: true });
  const { lines } = recognition;
  const trimmed = { ...recognition, lines: areSpaced(recognition.languages) ? lines.map(trimLine) : lines };
  return { page, rotation, skew, dpi, recognition: trimmed, ...(steps && { steps }) };
}

/** Whether the lines of a page are bent, or further from level than text behind it may be. */
const isFlattened = ({ skew, bend }: Step) => bend !== undefined || Math.abs(skew) > LARGEST_SKEW;

/** A picture of a page, with its own folder for what is recognised in it. */
async function readable(picture: Omit<Turned, 'read'>): Promise<Turned> {
  const { folder } = picture;
  await mkdir(folder);
  const read = memoized((languages, mode) => recognise(picture.picture, { folder, languages, mode }));
  return { ...picture, read };
}

/**
 * Recognises a page as it is, or rotated and in another script where more is recognised then.
 * @param prepare draws the page for a script, as it is and without its perspective
 */
async function readUpright(
  prepare: (script: Script) => Promise<Turned[]>,
  languages: Languages,
): Promise<Turned & { readonly recognition: Recognition }> {
  const guess = likeliest(languages);
  const drawn = await prepare(guess.script);
  const upright = await surest(drawn, async (read) => ({ recognition: await read(guess.languages) }));
  if (!isPlausible(upright.recognition)) {
    const { rotation, script = 'Latin' } = await detectOrientation(upright.picture, upright.folder);
    const fitting = heightFor(script) === heightFor(guess.script) ? drawn : await prepare(script);
    const turned = rotation === 0 ? fitting : await turn(fitting, rotation);
    const other = await surest(turned, (read) => readIn(languages, script, read));
    // Receipts and tables are often taken for pages upside down, or in another script.
    if (certaintyOf(other.recognition) > certaintyOf({ lines: flatIn(upright.recognition) })) {
      if (other.languages) languages.found.set(script, other.languages);
      return other;
    }
  }
  const { recognition, languages: found } = await readIn(languages, guess.script, upright.read);
  if (found) languages.found.set(guess.script, found);
  return { ...upright, recognition };
}

/** The first picture, or another in which enough letters for a text and more are recognised for certain. */
async function surest<T extends Chosen>(
  [first, ...others]: readonly Turned[],
  recognise: (read: Read) => Promise<T>,
): Promise<Turned & T> {
  if (!first) throw new Error('a page without a picture');
  let best = { ...first, ...(await recognise(first.read)) };
  for (const other of others) {
    const one = { ...other, ...(await recognise(other.read)) };
    const isText = lettersOf(one.recognition.lines) >= LEAST_LETTERS;
    if (isText && certaintyOf(one.recognition) > MORE * certaintyOf(best.recognition)) best = one;
  }
  return best;
}

async function turn([first]: readonly Turned[], rotation: Turned['rotation']): Promise<Turned[]> {
  if (!first) throw new Error('a page without a picture');
  const { picture, skew, dpi, folder } = first;
  const path = await writeGrey(sharp(picture).rotate(rotation), `${picture}.turned.tif`);
  // The skew of a page on its side is found when it is upright.
  const straight = await straighten(path);
  return Promise.all(
    straight.map(({ path: level, step }, index) => {
      const steps = isFlattened(step) && { steps: [{ skew }, { skew: rotation }, step] };
      const done = { skew: skew + step.skew, ...steps };
      return readable({ picture: level, dpi, rotation, ...done, folder: join(folder, `turned-${index}`) });
    }),
  );
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
  const isFlat = flat.length * 2 > recognition.lines.length;
  return isFlat && lettersOf(flat) >= LEAST_LETTERS && confidenceOf(recognition) >= LEAST_CONFIDENCE;
}

const lettersOf = (lines: Recognition['lines']) => lettersIn(lines.map(({ text }) => text).join('\n'));

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
