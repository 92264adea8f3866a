import { zipFiles } from '../../../zip-files.ts';
import { namespaces } from '../../open-document.ts';
import type { OdtStyles } from './odt-styles.ts';

/** The parts of a document. */
export interface OdfDocument {
  readonly kind: 'text' | 'presentation';
  readonly body: string;
  readonly styles: OdtStyles;
  /** Elements of its styles: those by default, those of pages, and the pages. */
  readonly defaults: string;
  readonly layouts: string;
  readonly masters: string;
  readonly pictures: PictureNames;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const PARTS = ['office', 'text', 'table', 'presentation', 'draw:drawing', 'style', 'svg:svg-compatible'];
const NAMESPACES = `${namespaces(...PARTS, 'fo:xsl-fo-compatible')} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"`;

/** The names that the files of pictures have in a package. */
export class PictureNames {
  readonly #names = new Map<string, string>();

  /** The name of a file. */
  readonly of = (path: string): string => {
    const name = this.#names.get(path) ?? `Pictures/${this.#names.size + 1}.png`;
    this.#names.set(path, name);
    return name;
  };

  /** Paths and names of all pictures. */
  list(): [string, string][] {
    return [...this.#names];
  }
}

/** Writes an OpenDocument file (OpenDocument 1.3, part 2). */
export async function writeOdf(document: OdfDocument, target: string): Promise<void> {
  const type = `application/vnd.oasis.opendocument.${document.kind}`;
  const pictures = document.pictures.list();
  const text = (name: string, content: string) => ({ name, content: Buffer.from(content) });
  const files = [
    // LibreOffice requires the length of an uncompressed file in its header.
    { ...text('mimetype', type), compress: false },
    text('content.xml', contentOf(document)),
    text('styles.xml', stylesOf(document)),
    ...pictures.map(([path, name]) => ({ path, name })),
    text('META-INF/manifest.xml', manifestOf(type, pictures)),
  ];
  await zipFiles(files, target);
}

function contentOf({ kind, body, styles }: OdfDocument): string {
  const element = `office:${kind}`;
  return `${XML}<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><${element}>${body}</${element}></office:body></office:document-content>`;
}

function stylesOf({ defaults, layouts, masters }: OdfDocument): string {
  return `${XML}<office:document-styles ${NAMESPACES}><office:styles>${defaults}</office:styles><office:automatic-styles>${layouts}</office:automatic-styles><office:master-styles>${masters}</office:master-styles></office:document-styles>`;
}

function manifestOf(type: string, pictures: readonly (readonly [string, string])[]): string {
  const entry = (path: string, media: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"/>`;
  const entries = [
    entry('/', type),
    ...['content.xml', 'styles.xml'].map((path) => entry(path, 'text/xml')),
    ...pictures.map(([, name]) => entry(name, 'image/png')),
  ];
  return `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entries.join('')}</manifest:manifest>`;
}
