import { crc32, gunzipSync } from 'node:zlib';
import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import { decompressSnappy } from '../../decompress-snappy.ts';
import { Message, varint } from './message.ts';

/** The most that the parts of a document may come to, unpacked, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** Archives of objects, and the package that they may be in, which may be all in a folder. */
const ARCHIVE = /(?:^|\/)Index\/(?:[^/]+\/)?[^/]+\.iwa$/;
const INNER = /(?:^|\/)Index\.zip$/;
/** The XML of documents before 2013. */
const TEXT = /^(?:index|presentation)\.(?:xml|apxl)(?:\.gz)?$/;

/** An object of a document since 2013. */
export interface AppleObject {
  /** By which others refer to it. */
  readonly id: number;
  readonly type: number;
  readonly bytes: Buffer;
}

/**
 * The objects of a document since 2013.
 * @throws Error where it is damaged, RangeError where it is too large
 * @see https://github.com/obriensp/iWorkFileFormat/blob/master/Docs/index.md
 */
export function* objectsOf(zip: OpenZip): Generator<AppleObject> {
  const inner = zip.names.find((name) => INNER.test(name));
  if (inner !== undefined) {
    const bytes = contentOf(zip, inner, LARGEST);
    yield* objectsIn(openZip((position, length) => bytes.subarray(position, position + length), bytes.length));
  } else yield* objectsIn(zip);
}

function* objectsIn(zip: OpenZip): Generator<AppleObject> {
  let left = LARGEST;
  for (const name of new Set(zip.names)) {
    if (!ARCHIVE.test(name)) continue;
    const content = unpackArchive(contentOf(zip, name, left), left);
    left -= content.length;
    yield* objectsOfArchive(content);
  }
}

/**
 * The XML of a document before 2013, as letters of Latin-1; nothing where there is none.
 * @throws Error where it is damaged, RangeError where it is too large
 */
export function formerText(zip: OpenZip): string | undefined {
  const name = zip.names.find((each) => TEXT.test(each));
  if (name === undefined) return undefined;
  const bytes = contentOf(zip, name, LARGEST);
  return (name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: LARGEST }) : bytes).toString('latin1');
}

/** @throws Error where it is not what the zip says, RangeError where it is larger than that */
function contentOf(zip: OpenZip, name: string, most: number): Buffer {
  if (zip.size(name) > most) throw new RangeError(`${name} is too large`);
  const content = zip.data(name, most);
  if (content && crc32(content) === zip.sum(name)) return content;
  throw new Error(`${name} is damaged`);
}

/** Pieces packed with Snappy, each after a zero and its length in three bytes. */
function unpackArchive(archive: Buffer, most: number): Buffer {
  const pieces: Buffer[] = [];
  let left = most;
  for (let at = 0; at < archive.length; ) {
    if (archive[at] !== 0 || at + 4 > archive.length) throw new Error('no piece of an archive');
    const end = at + 4 + archive.readUIntLE(at + 1, 3);
    if (end > archive.length) throw new Error('a piece breaks off');
    const piece = decompressSnappy(archive.subarray(at + 4, end), left);
    pieces.push(piece);
    left -= piece.length;
    at = end;
  }
  return Buffer.concat(pieces);
}

/** In a head: the number of what follows, and of each part of that its kind and length; the first is the object. */
function* objectsOfArchive(content: Buffer): Generator<AppleObject> {
  for (let at = 0; at < content.length; ) {
    const { value, end } = varint(content, at);
    at = end + value;
    if (at > content.length) throw new Error('a head breaks off');
    const head = new Message(content.subarray(end, at));
    for (const part of head.messages(2)) {
      const start = at;
      at += part.number(3) ?? 0;
      if (at > content.length) throw new Error('an object breaks off');
      yield { id: head.number(1) ?? 0, type: part.number(1) ?? 0, bytes: content.subarray(start, at) };
    }
  }
}
