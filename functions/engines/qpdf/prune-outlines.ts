import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { Catalog } from './catalog.ts';
import { type Dictionary, dictionaryAt, type Outline, type PdfObject } from './join/list-pdf.ts';
import { writeUpdate } from './join/write-update.ts';

type Changes = Record<string, PdfObject>;

/**
 * Removes the outline entries that lead to pages that are not chosen, unless some below them lead to others.
 * @returns settings of qpdf's job that chooses the pages: none where all entries stay
 */
export async function pruneOutlines(
  { reference, entries, outlines, listed }: Catalog,
  chosen: readonly number[],
  { folder }: EngineJob,
): Promise<{ readonly updateFromJson?: string }> {
  const left = remaining(outlines, new Set(chosen));
  if (countOf(left) === countOf(outlines)) return {};
  const root = `${entries['/Outlines']}`;
  const changes: Changes = {};
  const put = (object: string, value: Dictionary) => {
    changes[`obj:${object}`] = { value };
  };
  const link = (siblings: readonly Outline[], parent: string): Dictionary => {
    for (const [at, { object, kids }] of siblings.entries()) {
      const [previous, next] = [siblings[at - 1]?.object ?? null, siblings[at + 1]?.object ?? null];
      const entry = dictionaryAt(object, listed[1]);
      const places = { '/Parent': parent, '/Prev': previous, '/Next': next };
      put(object, { ...entry, ...places, ...link(kids, object), '/Count': signed(kids.length, entry['/Count']) });
    }
    return { '/First': siblings[0]?.object ?? null, '/Last': siblings.at(-1)?.object ?? null };
  };
  const ends = link(left, root);
  if (left.length === 0) put(reference, { ...entries, '/Outlines': null });
  else put(root, { '/Type': '/Outlines', ...ends, '/Count': left.length });
  return { updateFromJson: await writeUpdate(join(folder, `outlines-${chosen[0]}.json`), listed, changes) };
}

function remaining(outlines: readonly Outline[], chosen: ReadonlySet<number>): Outline[] {
  return outlines.flatMap((entry) => {
    const { destpageposfrom1: page, kids } = entry;
    const left = remaining(kids, chosen);
    // An entry that leads to no page is a heading of those below it, or a link to somewhere else.
    const stays = page === null ? kids.length === 0 : chosen.has(page);
    return stays || left.length > 0 ? [{ ...entry, kids: left }] : [];
  });
}

function countOf(outlines: readonly Outline[]): number {
  return outlines.reduce((sum, { kids }) => sum + 1 + countOf(kids), 0);
}

/** A count of entries below another, which is negative where it is closed. */
function signed(count: number, before: unknown): number | null {
  if (count === 0) return null;
  return typeof before === 'number' && before > 0 ? count : -count;
}
