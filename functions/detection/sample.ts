import type { FormatName } from '../conversion/formats.ts';
import { decodeBytes } from './decode-bytes.ts';
import { unicodeOf } from './unicode.ts';
import { type XmlRoot, xmlRoot } from './xml-root.ts';

/** How many bytes of a file are decoded as text: enough for any preamble. */
const TEXT_BYTES = 64 * 1024;

/** The result of the file-type package, which may not be one of our formats. */
export interface FileTypeGuess {
  readonly ext: string;
  readonly mime: string;
}

/** The beginning and the name of a file, for the rules of detection. */
export class Sample {
  /** The beginning of the file. */
  readonly head: Buffer;
  /** As the client sent it; it decides only where the content cannot. */
  readonly filename: string;
  /** Undefined for text. */
  readonly guess: FileTypeGuess | undefined;
  #text: string | undefined;
  #root: { readonly found: XmlRoot | undefined } | undefined;

  constructor(head: Uint8Array, filename: string, guess: FileTypeGuess | undefined) {
    this.head = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
    this.filename = filename;
    this.guess = guess;
  }

  /** The first 64 KB as text. */
  get text(): string {
    this.#text ??= decodeText(this.head.subarray(0, TEXT_BYTES));
    return this.#text;
  }

  /** The root element of XML or HTML, behind comments that may be long. */
  get root(): XmlRoot | undefined {
    this.#root ??= { found: this.#findRoot() };
    return this.#root.found;
  }

  #findRoot(): XmlRoot | undefined {
    if (!this.text.trimStart().startsWith('<')) return undefined;
    return xmlRoot(this.head.length > TEXT_BYTES ? decodeText(this.head) : this.text);
  }
}

/** A set of rules. @returns undefined where none applies */
export type Detect = (sample: Sample) => FormatName | undefined;

/** Decodes text in an encoding of Unicode. */
function decodeText(bytes: Uint8Array): string {
  return decodeBytes(bytes, unicodeOf(bytes) ?? 'utf-8', { fatal: false });
}
