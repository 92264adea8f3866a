import { crc32, gunzipSync } from 'node:zlib';
import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import { decompressSnappy } from '../../decompress-snappy.ts';
import { Message, varint } from './message.ts';

/** Uncompressed bytes of all parts of a document. */
const LARGEST = 256 * 1024 * 1024;

/** Matches the IWA archives, and the inner zip that some documents keep them in. */
const ARCHIVE = /(?:^|\/)Index\/(?:[^/]+\/)?[^/]+\.iwa$/;
const INNER = /(?:^|\/)Index\.zip$/;
/** The XML of documents before 2013. */
const XML = /^(?:index|presentation)\.(?:xml|apxl)(?:\.gz)?$/;

/** An object of a document since 2013. */
export interface AppleObject {
  /** Other objects refer to it by this. */
  readonly id: number;
  readonly type: number;
  readonly bytes: Buffer;
}

/**
 * Reads the objects of a document since 2013.
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
    const content = decompressArchive(contentOf(zip, name, left), left);
    left -= content.length;
    yield* objectsOfArchive(content);
  }
}

/**
 * The XML of a document before 2013, as a Latin-1 string; nothing where there is none.
 * @throws Error where it is damaged, RangeError where it is too large
 */
export function legacyXml(zip: OpenZip): string | undefined {
  const name = zip.names.find((each) => XML.test(each));
  if (name === undefined) return undefined;
  const bytes = contentOf(zip, name, LARGEST);
  return (name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: LARGEST }) : bytes).toString('latin1');
}

/** @throws Error where its CRC-32 is wrong, RangeError where it is too large */
function contentOf(zip: OpenZip, name: string, most: number): Buffer {
  if (zip.size(name) > most) throw new RangeError(`${name} is too large`);
  const content = zip.data(name, most);
  if (content && crc32(content) === zip.crc32(name)) return content;
  throw new Error(`${name} is damaged`);
}

/** Chunks of Snappy data, each after a zero byte and its length in three bytes. */
function decompressArchive(archive: Buffer, most: number): Buffer {
  const chunks: Buffer[] = [];
  let left = most;
  for (let at = 0; at < archive.length; ) {
    if (archive[at] !== 0 || at + 4 > archive.length) throw new Error('no chunk of an archive');
    const end = at + 4 + archive.readUIntLE(at + 1, 3);
    if (end > archive.length) throw new Error('a chunk is truncated');
    const chunk = decompressSnappy(archive.subarray(at + 4, end), left);
    chunks.push(chunk);
    left -= chunk.length;
    at = end;
  }
  return Buffer.concat(chunks);
}

/** Before its messages, each object has its identifier and their types and lengths (ArchiveInfo). */
function* objectsOfArchive(content: Buffer): Generator<AppleObject> {
  for (let at = 0; at < content.length; ) {
    const { value, end } = varint(content, at);
    at = end + value;
    if (at > content.length) throw new Error('an ArchiveInfo is truncated');
    const info = new Message(content.subarray(end, at));
    for (const part of info.messages(2)) {
      const start = at;
      at += part.number(3) ?? 0;
      if (at > content.length) throw new Error('an object is truncated');
      yield { id: info.number(1) ?? 0, type: part.number(1) ?? 0, bytes: content.subarray(start, at) };
    }
  }
}
