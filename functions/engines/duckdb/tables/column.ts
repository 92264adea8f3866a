/** The type of a column, by DuckDB's name. JSON holds nested values, and columns of mixed types. */
export type CellType =
  | 'BOOLEAN'
  | 'BIGINT'
  | `DECIMAL(${number},${number})`
  | 'DOUBLE'
  | 'DATE'
  | 'TIMESTAMP'
  | 'BLOB'
  | 'VARCHAR'
  | 'JSON';

export interface Column {
  readonly name: string;
  readonly type: CellType;
}

/** Quotes an identifier for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a string for SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Makes names of columns unique in any case, and not empty. A second `id` becomes `id_2`.
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

/** DuckDB ignores the case of ASCII letters; other programs may ignore that of others. */
function fold(name: string): string {
  return name.toLowerCase();
}
