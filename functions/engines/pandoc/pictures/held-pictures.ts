import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openZip } from '../../../detection/document-zip.ts';
import { attribute, piecesOf } from '../../markup.ts';
import { elements, attribute as path } from '../../office/epub/markup.ts';
import { BookFiles } from '../../office/epub/read-book.ts';
import { inspect } from '../../office/inspect.ts';
import type { MarkupSource } from '../read-tree.ts';

/** The pictures of a document that holds some, by the addresses that pandoc gives them. */
export async function heldPictures(
  { sourcePath, sourceFormat }: Pick<MarkupSource, 'sourcePath' | 'sourceFormat'>,
  addresses: readonly string[],
): Promise<Map<string, Buffer>> {
  const folder = FOLDERS[sourceFormat];
  if (folder !== undefined) return ofPackage(sourcePath, folder, addresses);
  if (sourceFormat === 'fb2') return ofFictionBook(await readFile(sourcePath, 'utf8'));
  if (sourceFormat === 'ipynb') return ofNotebook(await readFile(sourcePath, 'utf8'));
  return new Map();
}

/** What addresses are relative to in packages: pandoc gives those of a book from where its list of contents lies. */
const FOLDERS: Partial<Record<MarkupSource['sourceFormat'], (files: BookFiles) => string>> = {
  docx: () => 'word/',
  odt: () => '',
  epub: (files) => {
    const [root = ''] = elements(files.text('META-INF/container.xml') ?? '', 'rootfile');
    const place = path(root, 'full-path') ?? '';
    return place.slice(0, place.lastIndexOf('/') + 1);
  },
};

function ofPackage(
  file: string,
  folderOf: (files: BookFiles) => string,
  addresses: readonly string[],
): Map<string, Buffer> {
  return inspect(file, (read, size) => {
    const files = new BookFiles(openZip(read, size));
    const folder = folderOf(files);
    const found = addresses.map((address): [string, Buffer | undefined] => [
      address,
      files.data(`${folder}${address}`) ?? files.data(`${folder}${decoded(address)}`) ?? files.data(address),
    ]);
    return new Map(found.filter((entry): entry is [string, Buffer] => entry[1] !== undefined));
  });
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return '';
  }
}

/** Pictures stand behind the text, each in an element with a name. */
function ofFictionBook(xml: string): Map<string, Buffer> {
  const pictures = new Map<string, Buffer>();
  let name: string | undefined;
  for (const piece of piecesOf(xml)) {
    if (piece.kind === 'text' && name !== undefined) {
      pictures.set(name, Buffer.from(xml.slice(piece.start, piece.end), 'base64'));
    }
    name =
      piece.kind === 'open' && piece.name === 'binary' ? attribute(xml.slice(piece.start, piece.end), 'id') : undefined;
  }
  return pictures;
}

/** What a notebook holds under the types of pictures. */
interface Bundle {
  readonly [mediaType: string]: unknown;
}

interface Notebook {
  readonly cells?: readonly {
    readonly attachments?: Readonly<Record<string, Bundle>>;
    readonly outputs?: readonly { readonly data?: Bundle }[];
  }[];
}

/** Attachments have names; what code has drawn is called by what it is. */
function ofNotebook(text: string): Map<string, Buffer> {
  const pictures = new Map<string, Buffer>();
  for (const { attachments = {}, outputs = [] } of (JSON.parse(text) as Notebook).cells ?? []) {
    for (const [name, bundle] of Object.entries(attachments)) {
      for (const { data } of picturesOf(bundle)) pictures.set(name, data);
    }
    for (const { data, extension } of outputs.flatMap((output) => picturesOf(output.data ?? {}))) {
      pictures.set(`${createHash('sha1').update(data).digest('hex')}.${extension}`, data);
    }
  }
  return pictures;
}

function picturesOf(bundle: Bundle): { readonly data: Buffer; readonly extension: string }[] {
  return Object.entries(bundle).flatMap(([type, content]) => {
    if (!type.startsWith('image/')) return [];
    const written = Array.isArray(content) ? content.join('') : String(content);
    const data = type === 'image/svg+xml' ? Buffer.from(written) : Buffer.from(written, 'base64');
    return [{ data, extension: EXTENSIONS[type] ?? type.slice('image/'.length) }];
  });
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' };
