import type { FileTypeResult } from 'file-type';
import type { FormatName } from '../conversion/formats.ts';

/** What detection looks at. */
export interface Sample {
  /** The beginning of the file. */
  readonly head: Uint8Array;
  /** As the client sent it; decides only where content cannot. */
  readonly filename: string;
  /** What the file-type package makes of it; nothing for texts. */
  readonly seen: FileTypeResult | undefined;
}

/** A set of rules: the format of a sample, or undefined when they say nothing of it. */
export type Detect = (sample: Sample) => FormatName | undefined;

/** The text in some bytes, by their byte order mark, else UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
