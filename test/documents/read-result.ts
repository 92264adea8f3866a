import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { unzip } from '../support/unzip.ts';

/** What a tool of poppler says of a PDF. */
function poppler(tool: string, pdf: Buffer, ...args: string[]): string {
  const { command } = layerProgram('poppler', `bin/${tool}`);
  const [program, ...before] = command;
  return execFileSync(program, [...before, ...args], {
    cwd: layerFolder('poppler'),
    input: pdf,
    stdio: 'pipe',
  }).toString();
}

/** Whether a PDF tells what its parts are, as a screen reader wants to know. */
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

/** The pictures in a PDF, by poppler: a line for each. */
export function picturesOfPdf(pdf: Buffer): string[] {
  return poppler('pdfimages', pdf, '-list', '-').trim().split('\n').slice(2);
}

/** How a file of a format is read without what made it. */
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

/** The size of a picture, and whether there is anything on it. */
export async function lookAt(picture: Buffer): Promise<{ width: number; height: number; blank: boolean }> {
  const [{ width, height }, { channels }] = await Promise.all([
    sharp(picture).metadata(),
    sharp(picture).flatten({ background: 'white' }).stats(),
  ]);
  return { width, height, blank: channels.every(({ stdev }) => stdev < 0.5) };
}
