import type { FormatName } from '../../../conversion/formats.ts';

/** How trees are read and written: texts of objects, lists, texts, numbers, truth and nothing. */
export interface TreeFormat {
  /** What stands in a text. BigInts are whole numbers that no double holds. */
  read(text: string): unknown;
  /** @throws ConversionError UNSUPPORTED_CONVERSION for what the format cannot hold */
  write(tree: unknown, indent: number): string;
  /** The largest text that is read, in bytes. @default that of all trees */
  readonly largest?: number;
}

/** The formats of trees. */
export const TREES = ['json', 'yaml', 'toml', 'xml', 'plist', 'ini'] as const satisfies FormatName[];

export type TreeName = (typeof TREES)[number];

/** Whether a value has names and values. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
