import { unreadableKind } from '../unreadable.ts';
import { type ExrChannel, WHOLE_NUMBERS } from './exr-piece.ts';

/** What the header of an OpenEXR file says: values by their names, and where the header ends. */
export interface ExrAttributes {
  readonly values: ReadonlyMap<string, Buffer>;
  readonly end: number;
}

/** How many bytes of a file are looked at for its header. */
export const EXR_HEADER = 65_536;

const FIRST = 8;
/** Of a channel behind its name: kind of its samples, whether they are even for the eye, and how many pixels share one. */
const CHANNEL = 16;
/** Bytes of a window: its first column and row, and its last. */
export const WINDOW = 16;
const COLOURS = ['R', 'G', 'B', 'A'];
/** The ways of packing that only colours are read from (DWAA, DWAB): of others, ffmpeg makes another picture. */
const COLOURS_ONLY = [8, 9];

/**
 * The attributes of the first part of an OpenEXR file.
 * @returns nothing when they do not end in what there is of the file
 */
export function attributesOfExr(head: Buffer): ExrAttributes | undefined {
  const values = new Map<string, Buffer>();
  for (let at = FIRST; at < head.length; ) {
    if (head[at] === 0) return { values, end: at + 1 };
    const type = head.indexOf(0, at) + 1;
    const length = head.indexOf(0, type) + 1;
    if (type === 0 || length === 0 || length + 4 > head.length) return undefined;
    const end = length + 4 + head.readUInt32LE(length);
    values.set(head.toString('latin1', at, type - 1), head.subarray(length + 4, end));
    at = end;
  }
  return undefined;
}

/**
 * Refuses a file of which another picture would be read.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkExr(head: Buffer): void {
  const { values } = attributesOfExr(head) ?? {};
  const channels = channelsOf(values?.get('channels') ?? Buffer.alloc(0));
  const names = channels.map(({ name }) => name);
  const [shown, stored] = [values?.get('displayWindow'), values?.get('dataWindow')];
  if (shown && stored && !overlap(shown, stored))
    throw unreadableKind(
      'Nothing of the OpenEXR picture lies within what is to be shown of it (its display window). Save it anew with a window that shows it.',
      'windows that have nothing in common',
    );
  const packing = values?.get('compression')?.[0] ?? 0;
  if (!COLOURS_ONLY.includes(packing)) return;
  const colours = channels.filter(({ name }) => COLOURS.includes(name));
  if (colours.length < 3 || channels.some(({ kind }) => kind === WHOLE_NUMBERS))
    throw unreadableKind(
      'The OpenEXR picture is compressed with DWAA or DWAB and is not one of colours in floating numbers, which is the only kind that can be read with that compression. Save it anew with the compression ZIP.',
      `channels ${names} packed in the way ${packing}`,
    );
}

/** Whether two windows, which say their first and last columns and rows, have a pixel in common. */
function overlap(one: Buffer, other: Buffer): boolean {
  if (one.length < WINDOW || other.length < WINDOW) return true;
  const meet = (first: number, last: number) =>
    Math.max(one.readInt32LE(first), other.readInt32LE(first)) <=
    Math.min(one.readInt32LE(last), other.readInt32LE(last));
  return meet(0, 8) && meet(4, 12);
}

/**
 * The channels of an OpenEXR file, in the order of their samples.
 * @param list the attribute that lists them
 */
export function channelsOf(list: Buffer): ExrChannel[] {
  const channels = [];
  for (let at = 0; at < list.length && list[at] !== 0; ) {
    const end = list.indexOf(0, at);
    if (end < 0 || end + 1 + CHANNEL > list.length) break;
    channels.push({
      name: list.toString('latin1', at, end),
      kind: list.readUInt32LE(end + 1),
      even: list[end + 5] === 1,
      across: list.readInt32LE(end + 9),
      down: list.readInt32LE(end + 13),
    });
    at = end + 1 + CHANNEL;
  }
  return channels;
}
