import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { unzip } from '../support/unzip.ts';

/** The output of a tool of poppler for a PDF, which `-` among the arguments is. */
export function poppler(tool: 'pdfinfo' | 'pdfimages' | 'pdftotext', pdf: Buffer, ...args: string[]): string {
  const { command } = layerProgram('poppler', `bin/${tool}`);
  const [program, ...before] = command;
  return execFileSync(program, [...before, ...args], {
    cwd: layerFolder('poppler'),
    input: pdf,
    stdio: 'pipe',
  }).toString();
}

/** Whether a PDF is tagged. */
export function isTagged(pdf: Buffer): boolean {
  return /^Tagged:\s+yes/m.test(poppler('pdfinfo', pdf, '-'));
}

/** The text of a PDF, by poppler. */
export function textOfPdf(pdf: Buffer): string {
  return poppler('pdftotext', pdf, '-', '-').normalize('NFC');
}

/** How many pages a PDF has, by poppler. */
export function pagesOfPdf(pdf: Buffer): number {
  return Number(/^Pages:\s+(\d+)/m.exec(poppler('pdfinfo', pdf, '-'))?.[1]);
}

/** The sizes of the pages of a PDF in millimetres, by poppler: 210x297 and so on. */
export function papersOfPdf(pdf: Buffer): string[] {
  const millimetres = (points = '') => Math.round((Number(points) / 72) * 25.4);
  const sizes = poppler('pdfinfo', pdf, '-f', '1', '-l', '10000', '-').matchAll(
    /^Page +\d+ size: +([\d.]+) x ([\d.]+)/gm,
  );
  return [...sizes].map(([, width, height]) => `${millimetres(width)}x${millimetres(height)}`);
}

/** A word on a page: its edges are in millimetres from the left and upper edges of the page. */
export interface PlacedWord {
  readonly word: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The words of a PDF with their boxes, by poppler. */
export function wordsOfPdf(pdf: Buffer): PlacedWord[] {
  const pages = poppler('pdftotext', pdf, '-bbox', '-', '-').split('<page ').slice(1);
  return pages.flatMap((text, index) =>
    [...text.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g)].map(
      ([, ...found]) => {
        const [left = 0, top = 0, right = 0, bottom = 0] = found
          .slice(0, 4)
          .map((points) => (Number(points) / 72) * 25.4);
        return { word: found[4] ?? '', page: index + 1, left, right, top, bottom };
      },
    ),
  );
}

/** The pictures in a PDF, by poppler: a line for each. */
export function picturesOfPdf(pdf: Buffer): string[] {
  return poppler('pdfimages', pdf, '-list', '-').trim().split('\n').slice(2);
}

/** Readers of formats, independent of the engine that wrote them. */
const READERS: Partial<Record<FormatName, (file: Buffer) => string>> = {
  pdf: textOfPdf,
  ...Object.fromEntries(['doc', 'xls', 'ppt'].map((format) => [format, textInRecords])),
  ...Object.fromEntries(
    ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp', 'odg', 'epub'].map((format) => [format, textOfPackage]),
  ),
};

/** All text in a result, markup included. */
export function textOf(file: Buffer, format: FormatName): string {
  return (READERS[format] ?? String)(file);
}

/** Office wrote texts as UTF-16, or as bytes where that was enough. */
function textInRecords(file: Buffer): string {
  return `${file.toString('latin1')}${file.toString('utf16le')}${file.subarray(1).toString('utf16le')}`;
}

function textOfPackage(file: Buffer): string {
  return [...unzip(file)]
    .map(([name, content]) => (/\.x?html?$|\.xml$/.test(name) ? content.toString() : ''))
    .join('\n');
}

/** The size of a picture, and whether it is blank. */
export async function lookAt(picture: Buffer): Promise<{ width: number; height: number; blank: boolean }> {
  const [{ width, height }, { channels }] = await Promise.all([
    sharp(picture).metadata(),
    sharp(picture).flatten({ background: 'white' }).stats(),
  ]);
  return { width, height, blank: channels.every(({ stdev }) => stdev < 0.5) };
}
