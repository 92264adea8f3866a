/** What the cells of a column are, in DuckDB's words. JSON: what is nested, or of several kinds. */
export type CellType =
  | 'BOOLEAN'
  | 'BIGINT'
  | `DECIMAL(${number},${number})`
  | 'DOUBLE'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'TIMESTAMPTZ'
  | 'BLOB'
  | 'VARCHAR'
  | 'JSON';

export interface Column {
  readonly name: string;
  readonly type: CellType;
}

/** A name, or a text, as SQL takes it: nothing in it can end the quotes. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL takes it. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Names that a table can have: none is empty, and no two are the same, whatever their case. Others keep theirs.
 * A second `id` becomes `id_2`.
 */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((given, index) => {
    const base = given.replaceAll('\0', '\ufffd') || `column${index + 1}`;
    let name = base;
    for (let count = next.get(fold(base)) ?? 2; taken.has(fold(name)); count++) {
      name = `${base}_${count}`;
      next.set(fold(base), count + 1);
    }
    taken.add(fold(name));
    return name;
  });
}

/** DuckDB tells names apart by more than the case of ASCII letters, and so may others. */
function fold(name: string): string {
  return name.toLowerCase();
}
