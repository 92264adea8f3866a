import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { unreadable } from '../poppler/unreadable.ts';
import { COMPACT, runQpdf } from '../qpdf/run-qpdf.ts';
import { type TextPage, writeTextLayer } from '../qpdf/text-layer.ts';
import { isPlausible } from './build-paragraphs.ts';
import { POINTS_PER_INCH } from './draw-page.ts';
import { LANGUAGES, UNSPACED } from './languages.ts';
import type { PlacedLine, ReadWord } from './read-lines.ts';
import type { ReadPage } from './read-page.ts';
import type { Scan } from './read-scan.ts';

/**
 * Adds the invisible text layers behind the pages, so that viewers can search them. The content of pages stays as it is,
 * byte for byte; pages on their side are rotated.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function writeSearchable({ pages, read, file }: Scan, path: string): Promise<void> {
  const { sourcePath, folder } = file;
  const whole = join(folder, 'whole.pdf');
  const { faulty } = await runQpdf({ inputFile: sourcePath, outputFile: whole, ...COMPACT }, folder);
  if (faulty) await refuseChangedPages(file, whole, pages.length);
  if (read.length === 0) await copyFile(whole, path);
  else await addText({ sourcePath: whole, folder }, read, path);
  const written = await inspectPdf({ sourcePath: path, folder }, LIMITS.filePages);
  if (written.length !== pages.length) throw unreadable(`${written.length} pages became of ${pages.length}`);
}

async function addText({ sourcePath, folder }: PdfFile, read: readonly ReadPage[], path: string): Promise<void> {
  const text = join(folder, 'text.pdf');
  await writeTextLayer(read.map(textPage), text);
  const rotations = read.flatMap(({ rotation, page }) => (rotation === 0 ? [] : [`+${rotation}:${page.number}`]));
  const to = read.map(({ page }) => page.number).join(',');
  await runQpdf(
    {
      inputFile: sourcePath,
      outputFile: path,
      ...(rotations.length > 0 && { rotate: rotations }),
      underlay: [{ file: text, from: '1-z', to }],
      ...COMPACT,
    },
    folder,
  );
}

/** The words of a page where they are on it; what tesseract took for words in specks and patterns is left out. */
function textPage({ page, rotation, skew, dpi, recognition }: ReadPage): TextPage {
  const { lines, languages } = recognition;
  const isTurned = rotation % 180 !== 0;
  const [width, height] = isTurned ? [page.height, page.width] : [page.width, page.height];
  const isUnspaced = languages.some((language) => UNSPACED.includes(LANGUAGES[language]));
  const scale = POINTS_PER_INCH / dpi;
  const [across, up] = [
    (pixels: number) => (pixels - recognition.width / 2) * scale,
    (pixels: number) => (recognition.height / 2 - pixels) * scale,
  ];
  const placed = (
    { text, box: { left, right, top, bottom } }: Pick<ReadWord, 'text' | 'box'>,
    baseline = bottom,
    height = bottom - top,
  ) => ({
    text,
    left: across(left),
    right: across(right),
    baseline: up(baseline),
    height: height * scale,
  });
  const textOf = (word: ReadWord, { box, baseline, height }: PlacedLine) => {
    const { left, right, bottom } = word.box;
    const [slope, offset] = baseline ?? [0, bottom - box.bottom];
    const lower = box.bottom + offset + slope * ((left + right) / 2 - box.left);
    return placed(word, lower, height);
  };
  // Where words have no spaces between them, tesseract's boxes of words overlap, and whoever reads the text by places tears its lines.
  // There its baselines and sizes are those of other scripts.
  const texts = lines
    .filter(isPlausible)
    .flatMap((line) => (isUnspaced ? [placed(line)] : line.words.map((word) => textOf(word, line))));
  const angle = (skew * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { width, height, texts, matrix: [cos, sin, -sin, cos, width / 2, height / 2] };
}
