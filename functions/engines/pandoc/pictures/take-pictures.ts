import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS, tooComplex } from '../limits.ts';
import type { MarkupSource } from '../read-tree.ts';
import { type Element, rewrite, type Tree, wordsOf } from '../tree.ts';
import type { Writer } from '../writers.ts';
import { dataAddress, readDataAddress } from './data-address.ts';
import { heldPictures } from './held-pictures.ts';
import { pictureKind } from './picture-kind.ts';

/** The folder with the pictures of a document, beside it. */
export const MEDIA = 'media';

/** A document with its pictures where they are wanted. */
export interface Illustrated {
  readonly tree: Tree;
  /** The pictures that lie beside it, as paths from its folder. */
  readonly pictures: readonly string[];
}

/**
 * Puts the pictures that a document holds into files with names of ours, or into the document. What lies elsewhere is
 * never read: a text keeps its address, a file that would have to hold it gets the words that describe it.
 * @throws ConversionError TOO_COMPLEX
 */
export async function takePictures(source: MarkupSource, tree: Tree, writer: Writer): Promise<Illustrated> {
  if (writer.pictures === 'none') return { tree: placePictures(tree, () => undefined, writer), pictures: [] };
  const found = await findPictures(source, addressesOf(tree));
  if (writer.pictures === 'addresses') {
    const addresses = new Map(
      [...found].map(([address, { data, extension }]) => [address, dataAddress(data, extension)]),
    );
    return { tree: placePictures(tree, (address) => addresses.get(address), writer), pictures: [] };
  }
  const places = await writePictures(found, source.folder);
  return {
    tree: placePictures(tree, (address) => places.get(address), writer),
    pictures: [...new Set(places.values())],
  };
}

interface Picture {
  readonly data: Buffer;
  readonly extension: string;
}

function addressesOf(tree: Tree): string[] {
  const addresses = new Set<string>();
  rewrite(tree.blocks, (element) => {
    if (element.t === 'Image') addresses.add(addressOf(element));
    return element;
  });
  return [...addresses];
}

function addressOf({ c }: Element): string {
  const [, , [address]] = c as [unknown, unknown, [string]];
  return address;
}

async function findPictures(source: MarkupSource, addresses: readonly string[]): Promise<Map<string, Picture>> {
  if (addresses.length > LIMITS.pictures) throw tooMany();
  const held = await heldPictures(
    source,
    addresses.filter((address) => !address.startsWith('data:')),
  );
  const found = new Map<string, Picture>();
  let bytes = 0;
  for (const address of addresses) {
    const data = readDataAddress(address) ?? held.get(address);
    const extension = data && pictureKind(data);
    if (!data || !extension) continue;
    bytes += data.length;
    if (bytes > LIMITS.pictureBytes) throw tooMany();
    found.set(address, { data, extension });
  }
  return found;
}

function tooMany() {
  const { pictures, pictureBytes } = LIMITS;
  return tooComplex(`The document has more than ${pictures} pictures, or ${pictureBytes / 1e6} MB of them.`);
}

async function writePictures(found: ReadonlyMap<string, Picture>, folder: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  if (found.size > 0) await mkdir(join(folder, MEDIA), { recursive: true });
  for (const [address, { data, extension }] of found) {
    const place = `${MEDIA}/picture-${String(places.size + 1).padStart(3, '0')}.${extension}`;
    await writeFile(join(folder, place), data);
    places.set(address, place);
  }
  return places;
}

/** Gives every picture its new address. */
function placePictures(tree: Tree, placeOf: (address: string) => string | undefined, writer: Writer): Tree {
  const held = writer.pictures === 'files' || writer.pictures === 'none';
  const place = (element: Element): Element | readonly Element[] => {
    if (element.t !== 'Image') return element;
    const [attributes, words, [address, title]] = element.c as [unknown, Element[], [string, string]];
    const found = placeOf(address);
    if (found !== undefined) return { t: 'Image', c: [attributes, words, [found, title]] };
    if (!held) return address.startsWith('data:') ? words : element;
    return words.length > 0 ? words : wordsOf(title);
  };
  return { ...tree, blocks: rewrite(tree.blocks, place) };
}
