import type { FormatName } from '../../../conversion/formats.ts';

/** Reads and writes trees of objects, lists, strings, numbers, booleans and null. */
export interface TreeFormat {
  /** Parses a text. BigInts are integers that no double holds. */
  read(text: string): unknown;
  /** @throws ConversionError UNSUPPORTED_CONVERSION for what the format cannot hold */
  write(tree: unknown, indent: number): string;
  /** The largest text that is read, in bytes. @default the limit of all trees */
  readonly largest?: number;
}

/** The formats of trees. */
export const TREES = ['json', 'yaml', 'toml', 'xml'] as const satisfies FormatName[];

export type TreeName = (typeof TREES)[number];

/** Whether a value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
