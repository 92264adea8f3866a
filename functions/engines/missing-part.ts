import type { OpenZip } from '../detection/document-zip.ts';
import { attribute, elements, resolvePath } from './office/epub/markup.ts';
import { chapterPaths } from './office/epub/read-package-document.ts';

/** Types of relationships that lead to content. Programs open files without their pictures, themes and settings. */
const CONTENT = /\/(?:officeDocument|slide|worksheet|chartsheet|sharedStrings|header|footer|footnotes|endnotes|page)$/;
const RELATIONSHIPS = /_rels\/([^/]*)\.rels$/i;

/** The parts with content that a list of parts names, by the name of the list. */
const LISTS: readonly (readonly [RegExp, (text: string, path: string, zip: OpenZip) => Iterable<string>])[] = [
  [RELATIONSHIPS, relatedParts],
  [/^META-INF\/container\.xml$/, chapters],
  [/^META-INF\/manifest\.xml$/, openDocuments],
];

/** Bytes of lists that are read. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Whether a relationship of Office Open XML, the manifest of OpenDocument, or the spine of an EPUB leads to a part with
 * content that is not in its package: engines convert the file without that sheet, slide or chapter.
 */
export function lacksPart(zip: OpenZip): boolean {
  const known = new Set(zip.names.map(comparable));
  let left = LARGEST;
  return zip.names.some((path) => {
    const listed = LISTS.find(([name]) => name.test(path))?.[1];
    if (!listed) return false;
    left -= zip.size(path);
    const text = left < 0 ? '' : (zip.data(path, zip.size(path))?.toString('utf8') ?? '');
    return [...listed(text, path, zip)].some((name) => name !== '' && !known.has(comparable(name)));
  });
}

function relatedParts(text: string, path: string): string[] {
  return elements(text, 'Relationship')
    .filter((tag) => CONTENT.test(attribute(tag, 'Type') ?? '') && attribute(tag, 'TargetMode') !== 'External')
    .map((tag) => resolvePath(path.replace(RELATIONSHIPS, '$1'), attribute(tag, 'Target') ?? ''));
}

function chapters(container: string, _: string, zip: OpenZip): Iterable<string> {
  const path = attribute(elements(container, 'rootfile')[0] ?? '', 'full-path') ?? '';
  return chapterPaths({ text: zip.data(path, LARGEST)?.toString('utf8') ?? '', path });
}

/** The document itself, and the charts and formulas in it. */
function openDocuments(text: string): string[] {
  const paths = elements(text, 'file-entry').map((tag) => attribute(tag, 'manifest:full-path') ?? '');
  return paths.filter((path) => /(?:^|\/)content\.xml$/.test(path));
}

/** Names of parts differ by more than their case (ECMA-376-2, 6.2.2.3); some programs write backslashes. */
function comparable(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').normalize('NFC').toLowerCase();
}
