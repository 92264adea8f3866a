import type { FormatName } from '../conversion/formats.ts';
import { decodeBytes } from './decode-bytes.ts';
import { unicodeOf } from './unicode.ts';
import { type XmlRoot, xmlRoot } from './xml-root.ts';

/** How much of a file is looked at as text, in bytes: enough for any preamble. */
const TEXT_BYTES = 64 * 1024;

/** What a file looks like by its first bytes alone: not always one of our formats. */
export interface FileTypeGuess {
  readonly ext: string;
  readonly mime: string;
}

/** What detection looks at. */
export class Sample {
  /** The beginning of the file. */
  readonly head: Buffer;
  /** As the client sent it; decides only where content cannot. */
  readonly filename: string;
  /** Nothing for texts. */
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

  /** The root of an XML text, or a web page; comments in front of it may be long. */
  get root(): XmlRoot | undefined {
    this.#root ??= { found: this.#findRoot() };
    return this.#root.found;
  }

  #findRoot(): XmlRoot | undefined {
    if (!this.text.trimStart().startsWith('<')) return undefined;
    return xmlRoot(this.head.length > TEXT_BYTES ? decodeText(this.head) : this.text);
  }
}

/** A set of rules: the format of a sample, or undefined when they say nothing of it. */
export type Detect = (sample: Sample) => FormatName | undefined;

/** The text in some bytes, in one of the encodings of Unicode. */
function decodeText(bytes: Uint8Array): string {
  return decodeBytes(bytes, unicodeOf(bytes) ?? 'utf-8', { fatal: false });
}
