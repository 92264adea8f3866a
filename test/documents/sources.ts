import sharp from 'sharp';
import type { Source } from '../../functions/engines/office/families.ts';
import { plainEml } from '../mail/mail-files.ts';
import { outlookMessage } from '../mail/outlook-message.ts';
import { numbersWithoutChart } from './apple.ts';
import { emf, vsdx, wmf } from './drawings.ts';
import { epub } from './epub.ts';
import { docx, pptx, xlsx } from './office-open-xml.ts';
import { abw, dif, fb2, gnumeric, slk, wpd, xlsb } from './old-formats.ts';
import {
  flatOpenDocument,
  formerPages,
  openDocument,
  pages,
  paragraphs,
  sheet,
  starOfficeXml,
} from './open-document.ts';
import { SENTENCE, WORD } from './words.ts';

/** A format whose samples LibreOffice itself has to write, and what from. */
export interface Rewritten {
  readonly from: Source;
}

/** A format that nothing here can write: a file of another's, and a word in it. */
export interface Foreign {
  readonly file: string;
  readonly word: string;
}

/** The same, with a change. */
export interface Changed {
  readonly make: () => Promise<Buffer>;
  readonly word: string;
}

const ROWS = [
  [WORD, 'Menge'],
  ['Zeile', 42],
] as const;

const SHEETS = sheet('Blatt', [SENTENCE, 'zweite']);
const XHTML = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p>${SENTENCE}</p></body></html>`;

/** Rich Text writes everything beyond ASCII as signed 16-bit numbers. */
function rtf(text: string): string {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const units = codes.map((code) =>
    code < 128 ? String.fromCharCode(code) : `\\u${code > 32767 ? code - 65536 : code}?`,
  );
  return `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 ${units.join('')}\\par}`;
}

/** A small red picture. */
export function redPicture(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
}

/** A source of each format that LibreOffice reads, made by hand but for three that LibreOffice writes and those of files/. */
export const SAMPLES = {
  docx: async () => docx([SENTENCE, 'zweiter Absatz'], { png: await redPicture() }),
  doc: { from: 'docx' },
  odt: () => openDocument('text', paragraphs([SENTENCE])),
  fodt: () => flatOpenDocument('text', paragraphs([SENTENCE])),
  rtf: () => Buffer.from(rtf(SENTENCE)),
  html: () =>
    Buffer.from(`<!doctype html><html><head><meta charset="utf-8"></head><body><p>${SENTENCE}</p></body></html>`),
  xhtml: () => Buffer.from(XHTML),
  txt: () => Buffer.from(`${SENTENCE}\n`),
  epub: () => epub([SENTENCE, 'zweites Kapitel']),
  json: () => Buffer.from(`{"a": "${SENTENCE}"}\n`),
  ndjson: () => Buffer.from(`{"a": "${SENTENCE}"}\n{"a": 2}\n`),
  xml: () => Buffer.from(`<?xml version="1.0"?>\n<a>${SENTENCE}</a>\n`),
  yaml: () => Buffer.from(`a: ${SENTENCE}\n`),
  toml: () => Buffer.from(`a = "${SENTENCE}"\n`),
  ini: () => Buffer.from(`[a]\nb = ${SENTENCE}\n`),
  plist: () => Buffer.from(`<?xml version="1.0"?>\n<plist version="1.0"><string>${SENTENCE}</string></plist>\n`),
  ics: () => Buffer.from(`BEGIN:VCALENDAR\r\nX-NAME:${SENTENCE}\r\nEND:VCALENDAR\r\n`),
  vcf: () => Buffer.from(`BEGIN:VCARD\r\nFN:${SENTENCE}\r\nEND:VCARD\r\n`),
  geojson: () => Buffer.from(`{"type": "Point", "coordinates": [1, 2], "name":\n"${SENTENCE}"}\n`),
  kml: () => Buffer.from(`<?xml version="1.0"?>\n<kml><name>${SENTENCE}</name></kml>\n`),
  gpx: () => Buffer.from(`<?xml version="1.0"?>\n<gpx><name>${SENTENCE}</name></gpx>\n`),
  sxw: () => starOfficeXml('sxw', paragraphs([SENTENCE])),
  abw: () => abw([SENTENCE]),
  fb2: () => fb2([SENTENCE]),
  wpd: () => wpd([WORD]),
  pages: { file: 'apple.pages', word: 'Sample' },
  wps: { file: 'works.wps', word: 'Processor' },
  wri: { file: 'write.wri', word: 'Register' },
  eml: () => plainEml(`${SENTENCE}\r\n`),
  msg: () => outlookMessage({ subject: 'a mail', html: `<p>${SENTENCE}</p>` }),
  sdw: { file: 'star.sdw', word: 'StarOffice' },
  xlsx: () => xlsx({ Blatt: [[SENTENCE], [2, { formula: 'A2*21' }]] }),
  xlsb: () => xlsb(ROWS),
  xls: { from: 'xlsx' },
  ods: () => openDocument('spreadsheet', SHEETS),
  fods: () => flatOpenDocument('spreadsheet', SHEETS),
  csv: () => Buffer.from(`${SENTENCE};Menge\nZeile;42\n`),
  tsv: () => Buffer.from(`${SENTENCE}\tMenge\nZeile\t42\n`),
  sxc: () =>
    starOfficeXml(
      'sxc',
      `<table:table table:name="S"><table:table-row><table:table-cell><text:p>${SENTENCE}</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  slk: () => slk(ROWS),
  dif: () => dif(ROWS),
  gnumeric: () => gnumeric(ROWS),
  numbers: { make: numbersWithoutChart, word: 'Groceries' },
  wk1: { file: 'lotus.wk1', word: 'PREFECTURE' },
  qpw: { file: 'quattro.qpw', word: 'spreadsheet' },
  sdc: { file: 'star.sdc', word: 'StarOffice' },
  pptx: () => pptx([SENTENCE, 'zweite Folie']),
  ppt: { from: 'pptx' },
  odp: () => openDocument('presentation', pages([SENTENCE, 'zweite Folie'])),
  fodp: () => flatOpenDocument('presentation', pages([SENTENCE])),
  key: { file: 'apple.key', word: 'February' },
  sdd: { file: 'star.sdd', word: 'StarOffice' },
  sxi: () => starOfficeXml('sxi', formerPages([SENTENCE])),
  odg: () => openDocument('graphics', pages([SENTENCE])),
  fodg: () => flatOpenDocument('graphics', pages([SENTENCE])),
  sxd: () => starOfficeXml('sxd', formerPages([SENTENCE])),
  vsd: { file: 'visio.vsd', word: 'random' },
  pub: { file: 'publisher.pub', word: '0123456789' },
  sda: { file: 'star.sda', word: 'StarOffice' },
  vsdx: () => vsdx([WORD, 'zweite']),
  wmf: () => wmf(WORD),
  emf: () => emf(WORD),
} as const satisfies Record<Source, Rewritten | Foreign | Changed | (() => Buffer | Promise<Buffer>)>;

/** A word that the sample of a format holds. */
export function wordOf(format: Source): string {
  const sample = SAMPLES[format];
  return 'word' in sample ? sample.word : WORD;
}
