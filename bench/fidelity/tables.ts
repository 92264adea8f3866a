import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { pagesOfPdf } from '../../functions/engines/office/pdf/pages-of-pdf.ts';
import { type FoundTable, findTables, textOfRuns } from '../../functions/engines/office/pdf/tables/find-tables.ts';
import { office } from '../../functions/engines/office.ts';
import { convertContent, stopEngines } from '../../test/support/engine.ts';
import { table } from '../measure.ts';
import { scanned } from './scanned.ts';
import { type PrintedTable, tableDocuments } from './table-documents.ts';

/** Where Debian puts it, or who measures says it is. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** A printed document and what its tables say. */
export interface PrintedDocument {
  readonly name: string;
  readonly pdf: Buffer;
  readonly tables: readonly PrintedTable[];
}

/** Adjacency relations (ICDAR 2013): found, true, and both. */
export interface Score {
  readonly found: number;
  readonly truth: number;
  readonly right: number;
}

/** How many relations between neighbouring cells of real layouts are found, in documents that LibreOffice and a browser print. */
export const benchTables = () => benchDocuments(async (pdf) => pdf);

/** The same in scans of what the browser prints. */
export const benchScannedTables = () => benchDocuments(scanned, /browser$/);

async function benchDocuments(prepare: (pdf: Buffer) => Promise<Buffer>, which = /./): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-tables-'));
  try {
    const scores: [string, Score][] = [];
    for (const { pdf, ...document } of (await printDocuments(folder)).filter(({ name }) => which.test(name)))
      scores.push([document.name, await scoreOf({ ...document, pdf: await prepare(pdf) }, folder)]);
    await stopEngines();
    const all = scores.reduce((sum, [, score]) => added(sum, score), { found: 0, truth: 0, right: 0 });
    const rows = [...scores, ['all, pooled', all] as const].map(([name, score]) => [name, ...shares(score)]);
    return table(['document', 'recall', 'precision', 'F1 (goal 0.90)'], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const added = (a: Score, b: Score): Score => ({
  found: a.found + b.found,
  truth: a.truth + b.truth,
  right: a.right + b.right,
});

export function shares({ found, truth, right }: Score): string[] {
  const share = (of: number) => (of === 0 ? '-' : (right / of).toFixed(2));
  return [share(truth), share(found), found + truth === 0 ? '-' : ((2 * right) / (found + truth)).toFixed(2)];
}

/** Every document three times: by LibreOffice, and by a browser with and without tags. */
async function printDocuments(folder: string): Promise<PrintedDocument[]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const printed: PrintedDocument[] = [];
    for (const { name, html, tables } of tableDocuments()) {
      await page.setContent(html);
      printed.push({ name: `${name}, browser`, pdf: await page.pdf({ preferCSSPageSize: true }), tables });
      const tagged = await page.pdf({ preferCSSPageSize: true, tagged: true });
      printed.push({ name: `${name}, browser with tags`, pdf: tagged, tables });
      const { path } = await convertContent(office, folder, Buffer.from(html), ['html', 'pdf']);
      printed.push({ name: `${name}, LibreOffice`, pdf: readFileSync(path), tables });
    }
    return printed;
  } finally {
    await browser.close();
    await stopEngines();
  }
}

async function scoreOf({ pdf, tables }: PrintedDocument, place: string): Promise<Score> {
  const folder = mkdtempSync(join(place, 'reading-'));
  const sourcePath = join(folder, 'source.pdf');
  writeFileSync(sourcePath, pdf);
  const job = {
    sourcePath,
    sourceFormat: 'pdf',
    targetFormat: 'json',
    quality: 'medium',
    options: {},
    folder,
  } as const;
  const found = findTables(await pagesOfPdf(job, false)).flatMap(relationsOfFound);
  const left = Map.groupBy(tables.flatMap(relationsOfPrinted), (relation) => relation);
  const truth = [...left.values()].reduce((sum, { length }) => sum + length, 0);
  const right = found.filter((relation) => left.get(relation)?.pop() !== undefined).length;
  return { found: found.length, truth, right };
}

interface Placed {
  readonly text: string;
  readonly row: number;
  readonly column: number;
  readonly across: number;
  readonly down: number;
}

function relationsOfFound({ rows }: FoundTable): string[] {
  return relations(
    rows.flatMap((cells, row) =>
      cells.map(
        ({ column, span, rows: down = 1, runs }): Placed => ({
          text: textOfRuns(runs),
          row,
          column,
          across: span,
          down,
        }),
      ),
    ),
  );
}

function relationsOfPrinted(rows: PrintedTable): string[] {
  const taken = new Set<string>();
  const cells = rows.flatMap((row, y) => {
    let x = 0;
    return row.map(({ text, across = 1, down = 1 }): Placed => {
      while (taken.has(`${x} ${y}`)) x++;
      for (let dy = 0; dy < down; dy++) for (let dx = 0; dx < across; dx++) taken.add(`${x + dx} ${y + dy}`);
      return { text: text.replace(/<br>|&nbsp;/g, ' '), row: y, column: x, across, down };
    });
  });
  return relations(cells);
}

/** Each cell with those next to it on the right and below; what is empty lies between nothing. */
function relations(cells: readonly Placed[]): string[] {
  const grid = new Map<string, Placed>();
  const plain = cells
    .map((cell) => ({ ...cell, text: cell.text.replace(/\s/g, '') }))
    .filter(({ text }) => text !== '');
  let [width, height] = [0, 0];
  for (const cell of plain) {
    for (let dy = 0; dy < cell.down; dy++)
      for (let dx = 0; dx < cell.across; dx++) grid.set(`${cell.column + dx} ${cell.row + dy}`, cell);
    [width, height] = [Math.max(width, cell.column + cell.across), Math.max(height, cell.row + cell.down)];
  }
  return plain.flatMap((cell) => {
    const next = new Set<string>();
    for (let y = cell.row; y < cell.row + cell.down; y++) {
      for (let x = cell.column + cell.across; x < width; x++) {
        const other = grid.get(`${x} ${y}`);
        if (other) next.add(`${cell.text} > ${other.text}`);
        if (other) break;
      }
    }
    for (let x = cell.column; x < cell.column + cell.across; x++) {
      for (let y = cell.row + cell.down; y < height; y++) {
        const other = grid.get(`${x} ${y}`);
        if (other) next.add(`${cell.text} v ${other.text}`);
        if (other) break;
      }
    }
    return [...next];
  });
}
