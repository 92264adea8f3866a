import { open } from 'node:fs/promises';
import { unreadable } from './unreadable.ts';

/** How much of a file's end is looked at; what ends a PDF is within the last kilobyte of nearly all. */
const END_BYTES = 4096;

/**
 * Refuses a file that breaks off. Poppler makes do with what is there, which is less than what the client has in mind:
 * pages become blank, or the last saved version gives way to an older one.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkEnd(path: string): Promise<void> {
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
