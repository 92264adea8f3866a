import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { FileEntry } from '../bsdtar/entry.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertPicture, pictureSize } from '../sharp/convert-picture.ts';
import { writeZip } from '../write-zip.ts';
import type { ComicInfo } from './comic-info.ts';
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

/** A page of a book that is a picture. */
interface BookPage {
  /** The name of its file, without the extension. */
  readonly name: string;
  readonly picture: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const XHTML = `${XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"`;

/** `META-INF/container.xml`, which points to the package document. */
const CONTAINER = `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n`;

/** The package document, with the first picture as the cover (EPUB 3.3, 5 and 8). */
function packageDocument(
  pages: readonly BookPage[],
  { title, rightToLeft }: ComicInfo,
  id: string,
  modified: Date,
): string {
  const items = pages.map(
    ({ name, picture, mediaType }, index) =>
      `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>` +
      `<item id="${name}-picture" href="${picture}" media-type="${mediaType}"${index === 0 ? ' properties="cover-image"' : ''}/>`,
  );
  const spine = pages.map(({ name }) => `<itemref idref="${name}"/>`);
  return (
    `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">\n` +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${id}</dc:identifier>` +
    `<dc:title>${title}</dc:title><dc:language>und</dc:language>` +
    `<meta property="dcterms:modified">${modified.toISOString().slice(0, 19)}Z</meta>` +
    `<meta property="rendition:layout">pre-paginated</meta></metadata>\n` +
    `<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>\n${items.join('\n')}\n</manifest>\n` +
    `<spine${rightToLeft ? ' page-progression-direction="rtl"' : ''}>${spine.join('')}</spine>\n</package>\n`
  );
}

/** The navigation document, with one entry for the beginning of the book. */
function navigationDocument([first]: readonly BookPage[], { title }: ComicInfo): string {
  return `${XHTML} xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body><nav epub:type="toc"><ol><li><a href="${first?.name}.xhtml">${title}</a></li></ol></nav></body></html>\n`;
}

/** A page that its picture fills. */
function contentDocument({ name, picture, width, height }: BookPage): string {
  const size = `width: ${width}px; height: ${height}px; margin: 0`;
  return `${XHTML}><head><title>${name}</title><meta name="viewport" content="width=${width}, height=${height}"/></head><body style="${size}"><img src="${picture}" alt="" style="${size}"/></body></html>\n`;
}
