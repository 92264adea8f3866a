import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../../functions/engines/chromium.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { office } from '../../functions/engines/office.ts';
import { reflow } from '../../functions/engines/reflow.ts';
import { poppler } from '../../test/documents/read-result.ts';
import { convertContent, stopEngines } from '../../test/support/engine.ts';
import { unzip } from '../../test/support/unzip.ts';
import { table } from '../measure.ts';
import { type Family, heldOutDocument, printedDocuments, type WrittenDocument } from './printed-documents.ts';

/** Three millimetres, in points. */
const NEAR = (3 / 25.4) * 72;

/** How much of a document is left when it goes from PDF to docx and back, and to Markdown. */
export async function benchRoundTrip(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-round-trip-'));
  try {
    const rows: string[][] = [];
    const add = async (document: WrittenDocument, printer: string, engine: Engine) => {
      rows.push([`${document.name}, ${printer}`, ...(await sharesOf(document, engine, folder))]);
    };
    for (const document of [...printedDocuments(), ...INSTALLED.map((name) => heldOutDocument({ name }))]) {
      await add(document, 'browser', chromium);
      await add(document, 'LibreOffice', office);
    }
    for (const family of foreignFamilies()) await add(heldOutDocument(family), 'browser', chromium);
    return table(
      ['document', 'words within 3 mm', 'words in their style', 'words in order in md', 'headings in md'],
      rows,
    );
  } finally {
    await stopEngines();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Families that both printers have, which are Calibri's, Cambria's and Verdana's as well. */
const INSTALLED = ['Liberation Sans', 'Carlito', 'Caladea', 'DejaVu Sans', 'DejaVu Serif'];

/** Families that LibreOffice does not have here, of fonts that whoever measures has (Debian: fonts-urw-base35). */
const FOREIGN = '/usr/share/fonts/opentype/urw-base35';
const FACES = {
  P052: ['Roman', 'Bold', 'Italic'],
  C059: ['Roman', 'Bold', 'Italic'],
  URWGothic: ['Book', 'Demi', 'BookOblique'],
} as const;

function foreignFamilies(): Family[] {
  if (!existsSync(FOREIGN)) return [];
  return Object.entries(FACES).map(([name, [upright, bold, italic]]) => {
    const face = (style: string, look: string) =>
      `@font-face{font-family:"${name}";${look};src:url(data:font/otf;base64,${readFileSync(join(FOREIGN, `${name}-${style}.otf`), 'base64')})}`;
    return { name, css: face(upright, '') + face(bold, 'font-weight:bold') + face(italic, 'font-style:italic') };
  });
}

async function sharesOf({ html, headings }: WrittenDocument, printer: Engine, folder: string): Promise<string[]> {
  const pdf = await convert(printer, folder, Buffer.from(html), ['html', 'pdf']);
  const docx = await convert(office, folder, pdf, ['pdf', 'docx']);
  const [before, after] = [placesOf(pdf), placesOf(await convert(office, folder, docx, ['docx', 'pdf']))];
  const markdown = String(await convert(reflow, folder, pdf, ['pdf', 'md']));
  const styled = wordsOfHtml(html);
  const words = styled.map((word) => word.split(' ')[0] ?? '');
  const found = markdown.split('\n').filter((line) => line.startsWith('#'));
  return [
    share(matching(before, after, isNear), before.length),
    share(
      matching(styled, wordsOfDocx(docx), (a, b) => a === b),
      styled.length,
    ),
    share(inOrder(words, plainWords(markdown.replace(/<\/?su[bp]>/g, ''))), words.length),
    `${matching(headings, found, (a, b) => a === b)} of ${headings.length}, ${found.length} found`,
  ];
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

async function convert(
  engine: Engine,
  folder: string,
  source: Buffer,
  formats: Parameters<typeof convertContent>[3],
): Promise<Buffer> {
  const { path } = await convertContent(engine, folder, source, formats);
  return readFileSync(path);
}

interface Place {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

const isNear = (a: Place, b: Place) =>
  a.text === b.text && a.page === b.page && Math.hypot(a.x - b.x, a.y - b.y) < NEAR;

/** Words by another program than ours. */
function placesOf(pdf: Buffer): Place[] {
  return poppler('pdftotext', pdf, '-bbox', '-', '-')
    .split('<page ')
    .slice(1)
    .flatMap((part, page) =>
      [...part.matchAll(/xMin="([\d.]+)" yMin="[\d.]+" xMax="[\d.]+" yMax="([\d.]+)">(.*)<\/word>/g)].map(
        ([, x, y, text = '']) => ({ text, page, x: Number(x), y: Number(y) }),
      ),
    )
    .filter(({ text }) => !/^[•\d.]+$/.test(text));
}

/** How many of some have one of their own among others. */
function matching<T>(wanted: readonly T[], found: readonly T[], isSame: (a: T, b: T) => boolean): number {
  const left = [...found];
  return wanted.filter((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

const plainWords = (text: string) => text.match(/\p{L}{2,}/gu) ?? [];

/** Each word with its look: b, i or code. */
function wordsOfHtml(html: string): string[] {
  const body = html.slice(html.indexOf('<body>'));
  let look = '';
  return body.split(/(<[^>]*>)/).flatMap((part) => {
    const [, end, tag = ''] = /^<(\/?)(b|i|code|pre|h\d)[ >]/.exec(part) ?? [];
    if (tag) look = end ? '' : tag.startsWith('h') ? 'b' : tag.replace('pre', 'code');
    return part.startsWith('<') ? [] : plainWords(part).map((word) => `${word} ${look}`);
  });
}

function wordsOfDocx(docx: Buffer): string[] {
  const text = String(unzip(docx).get('word/document.xml'));
  return [...text.matchAll(/<w:r>(.*?)<\/w:r>/gs)].flatMap(([, run = '']) => {
    const mono = /w:ascii="[^"]*(?:Mono|Courier)/.test(run);
    const look = mono ? 'code' : /<w:b\/>/.test(run) ? 'b' : /<w:i\/>/.test(run) ? 'i' : '';
    return plainWords([...run.matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, part]) => part).join('')).map(
      (word) => `${word} ${look}`,
    );
  });
}

/** The length of the longest part that both have in the same order. */
function inOrder(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    const next = new Uint32Array(b.length + 1);
    for (const [at, other] of b.entries())
      next[at + 1] = word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0);
    row = next;
  }
  return row.at(-1) ?? 0;
}
