import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import type { Catalog } from './catalog.ts';
import { dictionaryAt, type Outline, writeUpdate } from './join/list-pdf.ts';
import { type OutlineEntry, outlineObjects } from './outline-objects.ts';

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
  const written = (entry: Outline): OutlineEntry => {
    const known = dictionaryAt(entry.object, listed[1]);
    return { object: entry.object, entries: known, isOpen: Number(known['/Count']) > 0, kids: entry.kids.map(written) };
  };
  const changes =
    left.length === 0
      ? { [`obj:${reference}`]: { value: { ...entries, '/Outlines': null } } }
      : outlineObjects(`${entries['/Outlines']}`, left.map(written));
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
