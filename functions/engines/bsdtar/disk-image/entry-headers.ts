import { appendFileSync, statSync } from 'node:fs';
import { archivedName } from '../archived-name.ts';
import { leadsOutside } from '../check-entries.ts';
import { type Header, readBytes, withFile } from '../header.ts';
import { LIMITS, tooLarge } from '../limits.ts';
import { manyNames } from '../refusals.ts';
import { UniqueNames } from '../unique-names.ts';
import type { Item, Listing } from './list-entries.ts';

/** What macOS keeps in a volume for itself, where nobody sees it: logs, indexes, deleted files. */
const BOOKKEEPING =
  /^(?:\[HFS\+ Private Data\]|\.HFS\+ Private Directory Data\r?|\.fseventsd|\.Trashes|\.Spotlight-V100|\.DocumentRevisions-V100|\.TemporaryItems|\.journal|\.journal_info_block|\.vol)(?:[/:]|$)/;

/** Where HFS+ keeps the content of a file that has many names; the names themselves are empty. */
const SHARED = /^\[HFS\+ Private Data\]\/iNode(\d{1,10})(:.*)?$/s;
/** And of a folder that has. */
const SHARED_FOLDER = /^\.HFS\+ Private Directory Data\r?\/dir_/;

/** What the resource fork of a file is called, by HFS+ and by APFS. */
const FORK = /:(?:rsrc|com\.apple\.ResourceFork)$/;

const EMPTY = Buffer.alloc(0);
/** How much of a resource fork is held at once, in bytes. */
const CHUNK = 1024 * 1024;

/** An item with its place among the contents. */
interface Placed extends Item {
  readonly position: number;
}

/** Whether there are files of many names in a disk image. */
export function hasHardLinks(listing: Listing): boolean {
  return placed(listing).some(({ path }) => SHARED.test(path));
}

/**
 * What is in the volume of a disk image, as headers of an archive.
 * @param path where the contents lie, one behind the other; resource forks are added there in the form of files
 * @param links further names of files, with the number of the file that has their content
 * @throws ConversionError
 */
export function diskImageHeaders(path: string, listing: Listing, links: ReadonlyMap<string, number>): Header[] {
  const items = placed(listing);
  if (items.some((item) => SHARED_FOLDER.test(item.path))) throw manyNames();
  const shared = new SharedFiles(items, links);
  const shown = items.filter((item) => item.path !== '' && !BOOKKEEPING.test(item.path));
  const names = new UniqueNames();
  const files = shown.filter(({ stream }) => !stream);
  const headers = withFile(path, (file) =>
    files.map((item) => {
      const name = names.take(item.path);
      return shared.headerOf(item, name) ?? headerOf(file, item, name);
    }),
  );
  shared.checkAll();
  const forks = shown.filter(({ stream, path: name, size }) => stream && size > 0 && FORK.test(name));
  return [...headers, ...forks.map((fork) => forkHeader(path, fork, names))];
}

/** Files of many names: where their content is, and what they were called first. */
class SharedFiles {
  readonly #contents = new Map<number, Placed>();
  readonly #names = new Map<number, string>();
  readonly #links: ReadonlyMap<string, number>;

  constructor(items: readonly Placed[], links: ReadonlyMap<string, number>) {
    this.#links = links;
    for (const item of items) {
      const [, number, stream] = SHARED.exec(item.path) ?? [];
      // A resource fork would have to be found again at each name.
      if (stream !== undefined && item.size > 0 && FORK.test(item.path)) throw manyNames();
      if (number !== undefined && stream === undefined) this.#contents.set(Number(number), item);
    }
  }

  /** @returns nothing for all other files */
  headerOf({ path }: Placed, name: string): Header | undefined {
    const number = this.#links.get(path);
    if (number === undefined) return undefined;
    const content = this.#contents.get(number);
    if (!content) throw manyNames();
    const first = this.#names.get(number);
    if (first !== undefined) return { ...described({ ...content, size: 0 }, name, '1'), link: Buffer.from(first) };
    this.#names.set(number, name);
    return described(content, name, '0');
  }

  /** No content is without a name. */
  checkAll(): void {
    if (this.#names.size !== this.#contents.size) throw manyNames();
  }
}

/** The items below the volume, and where the content of each begins. */
function placed({ items, named }: Listing): Placed[] {
  const root = named ? (items.find(({ kind }) => kind === 'folder')?.path ?? '') : '';
  let position = 0;
  return items.map((item) => {
    const start = position;
    position += item.size;
    return { ...item, position: start, path: below(root, item.path) };
  });
}

function below(root: string, path: string): string {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.slice(root.length).replace(/^:.*$/s, '');
}

/** A link that leads out of the volume becomes a file that says where: it means something on a Mac alone. */
function headerOf(file: number, item: Placed, name: string): Header {
  if (item.kind === 'folder') return described(item, name, '5');
  if (item.kind === 'file' || item.size > LIMITS.path) return described(item, name, '0');
  const said = readBytes(file, item.position, item.size);
  // APFS ends it with a zero.
  const target = said.at(-1) === 0 ? said.subarray(0, -1) : said;
  const text = { ...item, size: target.length };
  const outside = leadsOutside(archivedName(name), target.toString('utf8'));
  if (outside || target.length === 0 || target.includes(0)) return described(text, name, '0');
  return { ...described({ ...item, size: 0 }, name, '2'), link: target };
}

function described({ position, size, mode, time }: Placed, name: string, type: string): Header {
  const nobody = { uid: 0, gid: 0, owner: EMPTY, group: EMPTY };
  return {
    ...nobody,
    name: Buffer.from(name),
    type,
    link: EMPTY,
    mode,
    time,
    position,
    length: size,
    records: new Map(),
  };
}

/** AppleDouble (RFC 1740): magic number, version, filler, one part, which is a resource fork behind this. */
const APPLE_DOUBLE = Buffer.from(`0005160700020000${'00'.repeat(16)}0001000000020000002600000000`, 'hex');

/** A resource fork as a file of its own, in the form and under the name that macOS gives it on disks of others. */
function forkHeader(path: string, fork: Placed, names: UniqueNames): Header {
  const owner = fork.path.replace(FORK, '');
  const head = Buffer.from(APPLE_DOUBLE);
  head.writeUInt32BE(fork.size, head.length - 4);
  const position = statSync(path).size;
  if (position + head.length + fork.size > LIMITS.unpacked * 1_000_000) throw tooLarge('resource forks');
  appendFileSync(path, head);
  for (let done = 0; done < fork.size; done += CHUNK) {
    const wanted = Math.min(CHUNK, fork.size - done);
    appendFileSync(
      path,
      withFile(path, (file) => readBytes(file, fork.position + done, wanted)),
    );
  }
  const last = owner.lastIndexOf('/') + 1;
  const name = `${owner.slice(0, last)}._${owner.slice(last)}`;
  return described({ ...fork, position, size: head.length + fork.size }, names.take(name), '0');
}
