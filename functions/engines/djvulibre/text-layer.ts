import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { EngineJob } from '../engine.ts';
import type { PdfPage } from '../poppler/pdf-job.ts';
import { ON, runQpdf } from '../qpdf/run-qpdf.ts';
import { PdfFile } from '../sharp/pdf/pdf-file.ts';
import { DESCENT, InvisibleFonts, WIDTH } from './invisible-font.ts';
import type { PageWords, Word } from './read-words.ts';

/** The pages of a PDF file, and their words in the DjVu file. */
interface Drawn {
  readonly words: readonly PageWords[];
  readonly sizes: readonly PdfPage[];
}

/**
 * Adds the text of a DjVu file below the pictures of its pages, invisible, so that it can be searched and copied.
 * @returns the path of the PDF file with it, or of the given one where there is no text
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function addTextLayer({ folder }: EngineJob, path: string, { words, sizes }: Drawn): Promise<string> {
  if (words.every((page) => page.words.length === 0)) return path;
  const [text, result] = [join(folder, 'text.pdf'), join(folder, 'result.pdf')];
  await writeTexts(words, sizes, text);
  await runQpdf({ inputFile: path, outputFile: result, underlay: { file: text }, deterministicId: ON }, folder);
  return result;
}

async function writeTexts(pages: readonly PageWords[], sizes: readonly PdfPage[], path: string): Promise<void> {
  await PdfFile.write(path, async (pdf) => {
    const fonts = new InvisibleFonts();
    const contents = pages.map((page, index) => deflateSync(pageOperators(page, sizes[index] as PdfPage, fonts)));
    const resources = `/Resources<</Font<<${await fonts.addTo(pdf)}>>>>`;
    for (const [index, content] of contents.entries()) {
      const { width, height } = sizes[index] as PdfPage;
      const stream = await pdf.add('/Filter/FlateDecode', content);
      await pdf.addPage(`/MediaBox[0 0 ${width} ${height}]${resources}/Contents ${stream}`);
    }
  });
}

/** The words of a page, each as wide as its box. */
function pageOperators({ width, height, words }: PageWords, size: PdfPage, fonts: InvisibleFonts): string {
  const [across, up] = [size.width / (width || 1), size.height / (height || 1)];
  const lines = words.map((word) => wordOperators(word, across, up, fonts));
  return `BT 3 Tr\n${lines.filter((line) => line !== '').join('\n')}\nET`;
}

function wordOperators(word: Word, across: number, up: number, fonts: InvisibleFonts): string {
  const text = word.text.replace(/\p{Cc}/gu, ' ').trim();
  const [width, height] = [(word.right - word.left) * across, (word.top - word.bottom) * up];
  if (text === '' || !(width > 0 && height > 0)) return '';
  const scaling = (100 * width) / ([...text].length * WIDTH * height);
  const position = `1 0 0 1 ${decimal(word.left * across)} ${decimal(word.bottom * up + DESCENT * height)} Tm ${decimal(scaling)} Tz`;
  return `${position} ${fonts.show(`${text} `, decimal(height))}`;
}

function decimal(number: number): number {
  return Number(number.toFixed(3));
}
