import { open } from 'node:fs/promises';
import { checkPages, LIMITS } from './limits.ts';
import type { PageSize, PdfFile } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** How much of a file's end is looked at; what ends a PDF is within the last kilobyte of nearly all. */
const END_BYTES = 4096;

/**
 * What is known of a PDF file before anything is drawn: the size of each of its pages.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function inspectPdf(file: PdfFile): Promise<PageSize[]> {
  const range = ['-f', '1', '-l', String(LIMITS.pages)];
  const { stdout, stderr } = await runPoppler('pdfinfo', [...range, file.sourcePath], file);
  const count = Number(/^Pages: +(\d+)$/m.exec(stdout)?.[1] ?? 0);
  checkPages(count);
  await checkEnd(file.sourcePath);
  const pages = listPages(stdout);
  if (count === 0 || pages.length !== count) throw unreadable({ count, found: pages.length, stderr });
  // Pages that the file promises and does not have are told to be without size.
  if (pages.some(({ width, height }) => width === 0 || height === 0)) throw unreadable('a page without size');
  return pages;
}

/**
 * Refuses a file that breaks off. Poppler makes do with what is there, which is less than what the client has in mind:
 * pages become blank, or the last saved version gives way to an older one.
 */
async function checkEnd(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - END_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, start);
    const end = buffer.toString('latin1', 0, bytesRead);
    const mark = [...end.matchAll(/startxref\s+\d+(\s*%%EOF)?|%%EOF/g)].at(-1);
    if (!mark || /\d\s+\d+\s+obj\b/.test(end.slice(mark.index + mark[0].length))) throw unreadable('no end of file');
  } finally {
    await file.close();
  }
}

function listPages(info: string): PageSize[] {
  const turned = new Set([...info.matchAll(/^Page +(\d+) rot: +(?:90|270)$/gm)].map(([, page]) => page));
  return [...info.matchAll(/^Page +(\d+) size: +([\d.e+]+) x ([\d.e+]+) pts/gm)].map(([, page, a, b]) => {
    const [width, height] = [Number(a), Number(b)];
    return turned.has(page) ? { width: height, height: width } : { width, height };
  });
}
