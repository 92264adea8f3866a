import type { Dictionary, Outline } from './join/list-pdf.ts';

/** An entry of outlines that are written: its object, what its dictionary has beside its links, and the entries below it. */
export interface OutlineEntry extends Pick<Outline, 'object'> {
  readonly entries: Dictionary;
  /** Whether the entries below it are shown. */
  readonly isOpen: boolean;
  readonly kids: readonly OutlineEntry[];
}

/** The objects of outlines (ISO 32000-1, 12.3.3), by their keys. @param root the reference to the outlines themselves */
export function outlineObjects(root: string, entries: readonly OutlineEntry[]): Record<string, { value: Dictionary }> {
  const objects: Record<string, { value: Dictionary }> = {};
  const link = (siblings: readonly OutlineEntry[], parent: string): Dictionary => {
    for (const [at, { object, kids, isOpen, ...entry }] of siblings.entries()) {
      const [previous, next] = [siblings[at - 1]?.object ?? null, siblings[at + 1]?.object ?? null];
      const places = { '/Parent': parent, '/Prev': previous, '/Next': next, ...link(kids, object) };
      // A negative count means that the entry is closed.
      const count = kids.length === 0 ? null : isOpen ? kids.length : -kids.length;
      objects[`obj:${object}`] = { value: { ...entry.entries, ...places, '/Count': count } };
    }
    return { '/First': siblings[0]?.object ?? null, '/Last': siblings.at(-1)?.object ?? null };
  };
  objects[`obj:${root}`] = { value: { '/Type': '/Outlines', ...link(entries, root), '/Count': entries.length } };
  return objects;
}
