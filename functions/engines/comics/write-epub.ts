import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { FileEntry } from '../bsdtar/entry.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertPicture, pictureSize } from '../sharp/convert-picture.ts';
import { writeZip } from '../write-zip.ts';
import type { ComicNotes } from './comic-notes.ts';
import { type BookPage, CONTAINER, contentsOf, navigationOf, pageOf } from './epub-texts.ts';
import { type PlacedPage, withPage } from './place-page.ts';

/** Pictures that every reader of books shows: all others become png. */
const SHOWN = ['jpg', 'png', 'gif', 'webp'] as const;

/** Writes a book with a picture on each page, as it is where a book may hold it (EPUB 3.3, fixed layout). */
export async function writeEpub(
  { folder, quality, onProgress }: EngineJob,
  pages: readonly FileEntry[],
  notes: ComicNotes,
): Promise<EngineResult> {
  const pictures = join(folder, 'pictures');
  await mkdir(pictures);
  const made: BookPage[] = [];
  for (const [index, page] of pages.entries()) {
    made.push(await withPage(page, folder, (placed) => takePicture(placed, { index, pictures, quality })));
    onProgress?.(Math.floor(((index + 1) / pages.length) * 100));
  }
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { compress: false });
  zip.addBuffer(Buffer.from(CONTAINER), 'META-INF/container.xml');
  zip.addBuffer(Buffer.from(contentsOf(made, notes, randomUUID(), new Date())), 'OPS/book.opf');
  zip.addBuffer(Buffer.from(navigationOf(made, notes)), 'OPS/nav.xhtml');
  for (const page of made) {
    zip.addBuffer(Buffer.from(pageOf(page)), `OPS/${page.name}.xhtml`);
    zip.addFile(join(pictures, page.picture), `OPS/${page.picture}`, { compress: false });
  }
  const path = join(folder, 'result.epub');
  await writeZip(zip, path);
  return { path, format: 'epub' };
}

interface Place extends Pick<EngineJob, 'quality'> {
  readonly index: number;
  readonly pictures: string;
}

async function takePicture(page: PlacedPage, { index, pictures, quality }: Place): Promise<BookPage> {
  const shown = SHOWN.some((kind) => kind === page.kind);
  const kind = shown ? page.kind : 'png';
  const name = `page-${String(index + 1).padStart(4, '0')}`;
  const picture = `${name}.${kind}`;
  const job = { sourcePath: page.path, sourceFormat: page.kind, targetFormat: kind, quality, options: {} } as const;
  const path = shown ? page.path : (await convertPicture({ ...job, folder: page.folder })).path;
  const size = await pictureSize({ ...job, sourcePath: path, sourceFormat: kind, folder: page.folder });
  await rename(path, join(pictures, picture));
  return { ...size, name, picture, mediaType: `image/${kind === 'jpg' ? 'jpeg' : kind}` };
}
