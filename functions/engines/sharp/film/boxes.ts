import { inspect } from '../../office/inspect.ts';
import { boxesIn as boxesAt, findBox } from '../../read/boxes.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { unreadable } from '../unreadable.ts';

/** More bytes than this of what a file says of its film are not read: its tables of frames come last in each track. */
const MOST_READ = 16 * 1024 * 1024;

/** What is in the first box of a type at the top level of a file, as far as it is read. */
export function readBox(path: string, type: string): Buffer | undefined {
  return inspect(path, (read, size) => {
    const box = findBox(new ByteReader(read, size, unreadable), type);
    return box && read(box.from, Math.min(MOST_READ, box.end - box.from));
  });
}

/** A box and what is in it. */
export interface Box {
  readonly kind: string;
  readonly content: Buffer;
}

/** The boxes that lie in another. */
export function* boxesIn(parent: Buffer = Buffer.alloc(0)): Generator<Box> {
  for (const { type, from, end } of boxesAt(ByteReader.of(parent, unreadable)))
    yield { kind: type, content: parent.subarray(from, end) };
}

/** What is in the first box of a type that lies in another. */
export function childOf(parent: Buffer | undefined, type: string): Buffer | undefined {
  for (const { kind, content } of boxesIn(parent)) if (kind === type) return content;
  return undefined;
}
