import type { Relation } from '../database.ts';

/** A table of a source that may hold several. */
export interface NamedTable {
  /** Nothing where the source has no names for tables. */
  readonly name: string;
  readonly relation: Relation;
}
