import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { FileEntry } from '../bsdtar/entry.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertPicture, pictureSize } from '../sharp/convert-picture.ts';
import { writeZip } from '../write-zip.ts';
import type { ComicInfo } from './comic-info.ts';
import { type BookPage, CONTAINER, contentDocument, navigationDocument, packageDocument } from './epub-texts.ts';
import { type PlacedPage, withPage } from './place-page.ts';

/** Core media types of EPUB 3.3: other pictures become png. */
const CORE = ['jpg', 'png', 'gif', 'webp'] as const;

/** Writes an EPUB 3.3 book with fixed layout and a picture on each page, re-encoded only where it has to be. */
export async function writeEpub(
  { folder, quality, onProgress }: EngineJob,
  pages: readonly FileEntry[],
  info: ComicInfo,
): Promise<EngineResult> {
  const pictures = join(folder, 'pictures');
  await mkdir(pictures);
  const made: BookPage[] = [];
  for (const [index, page] of pages.entries()) {
    made.push(await withPage(page, folder, (placed) => storePicture(placed, { index, pictures, quality })));
    onProgress?.(Math.floor(((index + 1) / pages.length) * 100));
  }
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { compress: false });
  zip.addBuffer(Buffer.from(CONTAINER), 'META-INF/container.xml');
  zip.addBuffer(Buffer.from(packageDocument(made, info, randomUUID(), new Date())), 'OPS/book.opf');
  zip.addBuffer(Buffer.from(navigationDocument(made, info)), 'OPS/nav.xhtml');
  for (const page of made) {
    zip.addBuffer(Buffer.from(contentDocument(page)), `OPS/${page.name}.xhtml`);
    zip.addFile(join(pictures, page.picture), `OPS/${page.picture}`, { compress: false });
  }
  const path = join(folder, 'result.epub');
  await writeZip(zip, path);
  return { path, format: 'epub' };
}

interface Target extends Pick<EngineJob, 'quality'> {
  readonly index: number;
  readonly pictures: string;
}

async function storePicture(page: PlacedPage, { index, pictures, quality }: Target): Promise<BookPage> {
  const isCore = CORE.some((format) => format === page.format);
  const format = isCore ? page.format : 'png';
  const name = `page-${String(index + 1).padStart(4, '0')}`;
  const picture = `${name}.${format}`;
  const job = { sourcePath: page.path, sourceFormat: page.format, targetFormat: format, quality, options: {} } as const;
  const path = isCore ? page.path : (await convertPicture({ ...job, folder: page.folder })).path;
  const size = await pictureSize({ ...job, sourcePath: path, sourceFormat: format, folder: page.folder });
  await rename(path, join(pictures, picture));
  return { ...size, name, picture, mediaType: `image/${format === 'jpg' ? 'jpeg' : format}` };
}
