import type { Source } from '../../functions/engines/office/families.ts';
import { committed } from '../support/committed.ts';
import { plain } from '../support/pictures.ts';
import { WORD } from './words.ts';

/** A small red picture. */
export function redPicture(): Promise<Buffer> {
  return plain('#ff0000', 60, 60);
}

/** Samples of other programs, or with other names, and a word in them: see the README beside them. */
const OTHERS: Partial<Record<Source, readonly [file: string, word: string]>> = {
  pages: ['apple.pages', 'Sample'],
  wps: ['works.wps', 'Processor'],
  wri: ['write.wri', 'Register'],
  sdw: ['star.sdw', 'StarOffice'],
  numbers: ['apple.numbers', 'Grant'],
  wk1: ['lotus.wk1', 'PREFECTURE'],
  qpw: ['quattro.qpw', 'spreadsheet'],
  sdc: ['star.sdc', 'StarOffice'],
  ppt: ['sample.ppt.gz', WORD],
  key: ['apple.key', 'February'],
  sdd: ['star.sdd', 'StarOffice'],
  vsd: ['visio.vsd', 'random'],
  pub: ['publisher.pub', '0123456789'],
  sda: ['star.sda', 'StarOffice'],
};

/** The sample of a format that LibreOffice reads. */
export async function sampleOf(format: Source): Promise<Buffer> {
  return committed(`documents/files/${OTHERS[format]?.[0] ?? `sample.${format}`}`);
}

/** A word that the sample of a format holds. */
export function wordOf(format: Source): string {
  return OTHERS[format]?.[1] ?? WORD;
}
