import { tooComplex } from '../../refusals.ts';
import { LIMITS, tooDeep } from '../limits.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/**
 * Finds the items of a JSON list, or concatenated values, by brackets and quotes alone, in one pass. It does not check
 * whether they are JSON.
 * @param isList whether it is one list, by `isJsonList`
 * @throws ConversionError TOO_COMPLEX where something is too deep or too long
 * @throws SyntaxError where brackets or quotes do not close
 */
export function scanJson(
  bytes: Buffer,
  from: number,
  isList: boolean,
  onValue: (start: number, end: number) => void,
): void {
  const top = isList ? 1 : 0;
  let [depth, start, count, commas] = [0, -1, 0, 0];
  const finish = (end: number) => {
    const most = isList || count > 0 ? LIMITS.record : LIMITS.tree;
    if (end - start > most) throw tooComplex(`A record is larger than ${most / 1024 / 1024} MB.`);
    if (isList && count !== commas) throw new SyntaxError('a comma is missing');
    onValue(start, end);
    start = -1;
    count += 1;
  };
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (OPENING.includes(byte)) {
      if (depth === top && start < 0) start = at;
      depth += 1;
      if (depth > LIMITS.depth) tooDeep();
    } else if (CLOSING.includes(byte)) {
      if (depth === top && start >= 0) finish(at);
      depth -= 1;
      if (depth < 0) throw new SyntaxError('a bracket closes nothing');
      if (depth === top && start >= 0) finish(at + 1);
    } else if (byte === QUOTE) {
      if (depth === top && start < 0) start = at;
      at = endOfText(bytes, at + 1);
    } else if (isList && depth === top && byte === COMMA) {
      if (start >= 0) finish(at);
      commas += 1;
      if (count !== commas) throw new SyntaxError('a value is missing');
    } else if (isWhitespace(byte)) {
      if (!isList && depth === 0 && start >= 0) finish(at);
    } else if (depth === top && start < 0) start = at;
  }
  if (start >= 0) finish(bytes.length);
  if (depth !== 0 || (commas > 0 && count !== commas + 1)) throw new SyntaxError('a bracket is not closed');
}

/** Whether JSON is one list, whose first bracket closes at its end; concatenated lists are values. */
export function isJsonList(bytes: Buffer, from: number): boolean {
  let depth = 0;
  const first = skipWhitespace(bytes, from);
  if (bytes[first] !== OPENING[0]) return false;
  for (let at = first; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (OPENING.includes(byte)) depth += 1;
    else if (CLOSING.includes(byte)) depth -= 1;
    if (depth === 0 && CLOSING.includes(byte)) return skipWhitespace(bytes, at + 1) >= bytes.length;
  }
  return true;
}

function endOfText(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  if (at >= bytes.length) throw new SyntaxError('a text is not closed');
  return at;
}

function skipWhitespace(bytes: Buffer, from: number): number {
  let at = from;
  while (isWhitespace(bytes[at] ?? 0)) at += 1;
  return at;
}

function isWhitespace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
