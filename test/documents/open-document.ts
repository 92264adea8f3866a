import { XML, zip } from './package.ts';

type Kind = 'text' | 'spreadsheet' | 'presentation' | 'graphics';

const BODIES = {
  text: 'text',
  spreadsheet: 'spreadsheet',
  presentation: 'presentation',
  graphics: 'drawing',
} as const satisfies Record<Kind, string>;

const NAMES = {
  office: 'office',
  text: 'text',
  table: 'table',
  draw: 'drawing',
  style: 'style',
  presentation: 'presentation',
  svg: 'svg-compatible',
  fo: 'xsl-fo-compatible',
} as const;

const NAMESPACES = [
  ...Object.entries(NAMES).map(
    ([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');

const mediaType = (kind: Kind) => `application/vnd.oasis.opendocument.${kind}`;

function body(kind: Kind, content: string): string {
  return `<office:body><office:${BODIES[kind]}>${content}</office:${BODIES[kind]}></office:body>`;
}

/** A flat OpenDocument file. */
export function flatOpenDocument(kind: Kind, content: string): Buffer {
  const attributes = `${NAMESPACES} office:version="1.3" office:mimetype="${mediaType(kind)}"`;
  return Buffer.from(`${XML}<office:document ${attributes}>${body(kind, content)}</office:document>`);
}

/** An OpenDocument package. */
export function openDocument(kind: Kind, content: string): Promise<Buffer> {
  return zip({
    mimetype: mediaType(kind),
    'META-INF/manifest.xml': manifest(mediaType(kind), entry('content.xml') + entry('styles.xml')),
    'content.xml': `${XML}<office:document-content ${NAMESPACES} office:version="1.3"><office:automatic-styles/>${body(kind, content)}</office:document-content>`,
    'styles.xml': `${XML}<office:document-styles ${NAMESPACES} office:version="1.3"><office:styles/></office:document-styles>`,
  });
}

/** LibreOffice takes a package for damaged that has files outside of its manifest. */
function manifest(type: string, entries: string): string {
  return `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="${type}"/>${entries}</manifest:manifest>`;
}

function entry(name: string, attributes = '', within = ''): string {
  return `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"${attributes}>${within}</manifest:file-entry>`;
}

/** Pages or slides with a text on each. */
export function pages(texts: readonly string[]): string {
  return texts
    .map(
      (text, index) =>
        `<draw:page draw:name="p${index + 1}" draw:master-page-name="Default"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="15cm" svg:height="3cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`,
    )
    .join('');
}

/** A paragraph for each text. */
export function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `<text:p>${text}</text:p>`).join('');
}
