import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import { quoteName, quoteText } from './column.ts';

const ID = DuckDBTypeId;
const FRACTIONS: readonly DuckDBTypeId[] = [ID.FLOAT, ID.DOUBLE];
const TIMES: readonly DuckDBTypeId[] = [ID.TIMESTAMP, ID.TIMESTAMP_S, ID.TIMESTAMP_MS, ID.TIMESTAMP_NS];
const INTEGERS: readonly DuckDBTypeId[] = [
  ...[ID.TINYINT, ID.SMALLINT, ID.INTEGER, ID.BIGINT],
  ...[ID.UTINYINT, ID.USMALLINT, ID.UINTEGER],
];

function isJson(type: DuckDBType): boolean {
  return type.alias === 'JSON';
}

/** Whether a type contains others. */
function isNested(type: DuckDBType): boolean {
  const { typeId } = type;
  return typeId === ID.LIST || typeId === ID.ARRAY || typeId === ID.STRUCT || typeId === ID.MAP || typeId === ID.UNION;
}

/** An expression for JSON: times in ISO 8601, binary values in Base64, NaN and infinities as strings, exact decimals. */
export function forJson(type: DuckDBType, value: string, depth = 0): string {
  const { typeId } = type;
  if (isJson(type)) return value;
  // As a double, a float would print more digits.
  const number = typeId === ID.FLOAT ? exactly(value) : `to_json(${value})`;
  if (FRACTIONS.includes(typeId))
    return `CASE WHEN isfinite(${value}) THEN ${number} ELSE to_json(CAST(${value} AS VARCHAR)) END`;
  if (type instanceof DuckDBDecimalType) return decimalForJson(type, value);
  if (typeId === ID.BLOB) return `base64(${value})`;
  if (TIMES.includes(typeId)) return `replace(CAST(${value} AS VARCHAR), ' ', 'T')`;
  if (typeId === ID.TIMESTAMP_TZ) return `replace(CAST(${value} AT TIME ZONE 'UTC' AS VARCHAR), ' ', 'T') || 'Z'`;
  return isNested(type) && isChanged(type) ? nestedForJson(type, value, depth) : value;
}

/** Whether DuckDB would write a nested type differently to JSON. */
function isChanged(type: DuckDBType): boolean {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) return isChanged(type.valueType);
  if (type instanceof DuckDBStructType) return type.entryTypes.some(isChanged);
  return type instanceof DuckDBMapType || forJson(type, 'v') !== 'v';
}

/** A number where a double holds it, else a string with all digits: DuckDB writes fractions as doubles. */
function decimalForJson({ width, scale }: DuckDBDecimalType, value: string): string {
  const text = decimalText(scale, width, value);
  if (scale === 0) return `CAST(${text} AS JSON)`;
  const same = `TRY_CAST(CAST(${value} AS DOUBLE) AS DECIMAL(${width},${scale})) = ${value}`;
  return `CASE WHEN ${same} THEN CAST(${text} AS JSON) ELSE to_json(${text}) END`;
}

/** DuckDB omits the zero before the point where all digits are decimals. */
function decimalText(scale: number, width: number, value: string): string {
  const text = `CAST(${value} AS VARCHAR)`;
  return scale === width && scale > 0 ? `replace(${text}, '.', '0.')` : text;
}

function exactly(value: string): string {
  return `CAST(CAST(${value} AS VARCHAR) AS JSON)`;
}

function nestedForJson(type: DuckDBType, value: string, depth: number): string {
  const item = `v${depth}`;
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType)
    return `list_transform(${value}, lambda ${item}: ${forJson(type.valueType, item, depth + 1)})`;
  if (type instanceof DuckDBMapType) {
    const values = `list_transform(map_values(${value}), lambda ${item}: ${forJson(type.valueType, item, depth + 1)})`;
    return `map(list_transform(map_keys(${value}), lambda ${item}: CAST(${item} AS VARCHAR)), ${values})`;
  }
  if (!(type instanceof DuckDBStructType)) return value;
  const fields = type.entryNames.map((name, index) => {
    const entry = type.entryTypes[index] as DuckDBType;
    return `${quoteName(name)} := ${forJson(entry, `struct_extract(${value}, ${quoteText(name)})`, depth + 1)}`;
  });
  return `CASE WHEN ${value} IS NULL THEN NULL ELSE struct_pack(${fields.join(', ')}) END`;
}

/** An expression for text, where nested values are JSON. */
export function forText(type: DuckDBType, value: string): string {
  if (isJson(type)) return textOfJson(value);
  if (isNested(type)) return `CAST(to_json(${forJson(type, value)}) AS VARCHAR)`;
  if (type instanceof DuckDBDecimalType) return decimalText(type.scale, type.width, value);
  if (FRACTIONS.includes(type.typeId)) return value;
  return forJson(type, value);
}

function textOfJson(value: string): string {
  return `CASE WHEN json_type(${value}) = 'VARCHAR' THEN ${value} ->> '$' ELSE CAST(${value} AS VARCHAR) END`;
}

/** The types that all libraries have. */
export type PlainType = 'boolean' | 'integer' | 'double' | 'date' | 'time' | 'zonedTime' | 'binary' | 'text';

const PLAIN_TYPES: readonly (readonly [PlainType, readonly DuckDBTypeId[]])[] = [
  ['boolean', [ID.BOOLEAN]],
  ['integer', INTEGERS],
  ['double', FRACTIONS],
  ['binary', [ID.BLOB]],
  ['date', [ID.DATE]],
  ['time', TIMES],
  ['zonedTime', [ID.TIMESTAMP_TZ]],
];

/** A column as a plain type. */
export function forLibrary(type: DuckDBType, value: string): { readonly plainType: PlainType; readonly sql: string } {
  const plainType = PLAIN_TYPES.find(([, ids]) => ids.includes(type.typeId))?.[0] ?? 'text';
  if (plainType === 'boolean' || plainType === 'binary') return { plainType, sql: value };
  if (plainType === 'integer') return { plainType, sql: `CAST(${value} AS BIGINT)` };
  if (plainType === 'double') return { plainType, sql: `CAST(${value} AS DOUBLE)` };
  return { plainType, sql: `CAST(${forText(type, value)} AS VARCHAR)` };
}
