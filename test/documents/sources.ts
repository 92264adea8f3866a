import sharp from 'sharp';
import type { Source } from '../../functions/engines/office/families.ts';
import { plainEml } from '../mail/mail-files.ts';
import { committed } from '../support/committed.ts';
import { SENTENCE, WORD } from './words.ts';

/** A small red picture. */
export function redPicture(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
}

const XHTML = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>${SENTENCE}</p></body></html>`;

/** Samples that are texts. */
const TEXTS = {
  html: `<!doctype html><html><head><meta charset="utf-8"></head><body><p>${SENTENCE}</p></body></html>`,
  xhtml: XHTML,
  txt: `${SENTENCE}\n`,
  json: `{"a": "${SENTENCE}"}\n`,
  ndjson: `{"a": "${SENTENCE}"}\n{"a": 2}\n`,
  xml: `<?xml version="1.0"?>\n<a>${SENTENCE}</a>\n`,
  yaml: `a: ${SENTENCE}\n`,
  toml: `a = "${SENTENCE}"\n`,
  ini: `[a]\nb = ${SENTENCE}\n`,
  plist: `<?xml version="1.0"?>\n<plist version="1.0"><string>${SENTENCE}</string></plist>\n`,
  ics: `BEGIN:VCALENDAR\r\nX-NAME:${SENTENCE}\r\nEND:VCALENDAR\r\n`,
  vcf: `BEGIN:VCARD\r\nFN:${SENTENCE}\r\nEND:VCARD\r\n`,
  geojson: `{"type": "Point", "coordinates": [1, 2], "name":\n"${SENTENCE}"}\n`,
  kml: `<?xml version="1.0"?>\n<kml><name>${SENTENCE}</name></kml>\n`,
  gpx: `<?xml version="1.0"?>\n<gpx><name>${SENTENCE}</name></gpx>\n`,
  eml: plainEml(`${SENTENCE}\r\n`).toString(),
  csv: `${SENTENCE};Menge\nZeile;42\n`,
  tsv: `${SENTENCE}\tMenge\nZeile\t42\n`,
} as const satisfies Partial<Record<Source, string>>;

/** Samples that others made, or that are called otherwise, and a word in them: see the README beside them. */
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
  if (Object.hasOwn(TEXTS, format)) return Buffer.from(TEXTS[format as keyof typeof TEXTS]);
  return committed(`documents/files/${OTHERS[format]?.[0] ?? `sample.${format}`}`);
}

/** A word that the sample of a format holds. */
export function wordOf(format: Source): string {
  return OTHERS[format]?.[1] ?? WORD;
}
