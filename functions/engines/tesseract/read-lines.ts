import { decodeEntities } from '../entities.ts';
import type { Box } from '../office/pdf/page.ts';

/** A recognised line. */
export interface ReadLine {
  readonly text: string;
  /** Its bounding box, in pixels from the left and the top. */
  readonly box: Box;
  /** Its block on the page, as tesseract divides it. */
  readonly block: string;
  /** Its paragraph as tesseract sees it, which may split one into several. */
  readonly paragraph: string;
  /** The confidence of its words, 0 to 100. */
  readonly confidence: number;
}

/** A recognised word. */
export interface ReadWord {
  readonly text: string;
  readonly box: Box;
  /** 0 to 100. */
  readonly confidence: number;
}

/** A line with its words. */
export interface PlacedLine extends ReadLine {
  readonly words: readonly ReadWord[];
  /** How high its letters are, in pixels. */
  readonly height: number;
  /** How far its baseline falls to the right, and begins below the lower edge of its box, in pixels. @default not known */
  readonly baseline?: readonly [slope: number, offset: number];
}

/** What is recognised in a picture, and the size of that in pixels. */
export interface ReadPicture {
  readonly lines: readonly PlacedLine[];
  readonly width: number;
  readonly height: number;
}

/** An element of tesseract's hOCR: its class, its id, its title among other attributes, and its text. */
const ELEMENT = /<\w+ class='(\w+)' id='(\w+)'([^<>]*)>([^<]*)/g;
const [PAGE, BLOCK, PARAGRAPH, WORD] = ['ocr_page', 'ocr_carea', 'ocr_par', 'ocrx_word'];
/** Lines, by what they seem to be. */
const LINES = ['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat'];

/**
 * Combines the text of a page, which has correct spaces in every script, with its hOCR.
 * @param text with empty lines between paragraphs; empty for scripts with spaces between all words
 * @see https://kba.github.io/hocr-spec/1.2/
 */
export function readPicture(text: string, hocr: string): ReadPicture {
  const { lines, width, height } = readElements(hocr);
  const worded = lines.filter(({ words }) => words.length > 0);
  const texts = text.split(/[\n\f]/).filter((line) => line.trim() !== '');
  const fitting =
    texts.length === worded.length ? texts : worded.map(({ words }) => words.map((word) => word.text).join(' '));
  return {
    lines: worded.map(({ sum, weight, ...line }, index) => ({
      ...line,
      text: (fitting[index] ?? '').trim(),
      confidence: sum / weight,
    })),
    width,
    height,
  };
}

/** A line with the sum of its words' confidence, weighted by their lengths. */
interface OpenLine extends Omit<PlacedLine, 'text' | 'confidence'> {
  readonly words: ReadWord[];
  sum: number;
  weight: number;
}

function readElements(hocr: string) {
  const lines: OpenLine[] = [];
  let [width, height, block, paragraph] = [0, 0, '', ''];
  for (const [, kind = '', id = '', title = '', content = ''] of hocr.matchAll(ELEMENT)) {
    const [left = 0, top = 0, right = 0, bottom = 0] = numbersOf('bbox', title);
    const box = { left, top, right, bottom };
    const text = decodeEntities(content).trim();
    if (kind === PAGE) [width, height] = [box.right, box.bottom];
    else if (kind === BLOCK) block = id;
    else if (kind === PARAGRAPH) paragraph = id;
    else if (LINES.includes(kind)) {
      const [slope, offset] = numbersOf('baseline', title);
      const [size = box.bottom - box.top] = numbersOf('x_size', title);
      const baseline = slope !== undefined && offset !== undefined && ([slope, offset] as const);
      lines.push({ box, block, paragraph, words: [], height: size, ...(baseline && { baseline }), sum: 0, weight: 0 });
    } else if (kind === WORD && text !== '') {
      const [line, [confidence = 0]] = [lines.at(-1), numbersOf('x_wconf', title)];
      line?.words.push({ text, box, confidence });
      if (line) line.sum += confidence * text.length;
      if (line) line.weight += text.length;
    }
  }
  return { lines, width, height };
}

/** The numbers of a property. */
function numbersOf(property: string, title: string): number[] {
  const start = title.indexOf(`${property} `);
  if (start < 0) return [];
  const [value = ''] = title.slice(start + property.length + 1).split(/[;'"]/, 1);
  return value.split(' ').map(Number);
}
