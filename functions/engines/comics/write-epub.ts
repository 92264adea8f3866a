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
import { mapPages } from './place-page.ts';

/** Core media types of EPUB 3.3: other pictures become png. */
const CORE: readonly string[] = ['jpg', 'png', 'gif', 'webp'];

/** Writes an EPUB 3.3 book with fixed layout and a picture on each page, re-encoded only where it has to be. */
export async function writeEpub(job: EngineJob, pages: readonly FileEntry[], info: ComicInfo): Promise<EngineResult> {
  const pictures = join(job.folder, 'pictures');
  await mkdir(pictures);
  const made = await mapPages(job, pages, (page, index) => storePicture(page, index, pictures));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/epub+zip'), 'mimetype', { compress: false });
  zip.addBuffer(Buffer.from(CONTAINER), 'META-INF/container.xml');
  zip.addBuffer(Buffer.from(packageDocument(made, info, randomUUID(), new Date())), 'OPS/book.opf');
  zip.addBuffer(Buffer.from(navigationDocument(made, info)), 'OPS/nav.xhtml');
  for (const page of made) {
    zip.addBuffer(Buffer.from(contentDocument(page)), `OPS/${page.name}.xhtml`);
    zip.addFile(join(pictures, page.picture), `OPS/${page.picture}`, { compress: false });
  }
  const path = join(job.folder, 'result.epub');
  await writeZip(zip, path);
  return { path, format: 'epub' };
}

async function storePicture(page: EngineJob, index: number, pictures: string): Promise<BookPage> {
  const isCore = CORE.includes(page.sourceFormat);
  const format = isCore ? page.sourceFormat : 'png';
  const path = isCore ? page.sourcePath : (await convertPicture({ ...page, targetFormat: format })).path;
  const size = await pictureSize({ ...page, sourcePath: path, sourceFormat: format, targetFormat: format });
  const name = `page-${String(index + 1).padStart(4, '0')}`;
  const picture = `${name}.${format}`;
  await rename(path, join(pictures, picture));
  return { ...size, name, picture, mediaType: `image/${format === 'jpg' ? 'jpeg' : format}` };
}
