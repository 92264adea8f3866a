import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The files of a package in their order; the first one is stored uncompressed if it is `mimetype`. */
export type PackageFiles = Readonly<Record<string, string | Buffer>>;

/** A zip of some files. */
export async function zip(files: PackageFiles): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    archive.addBuffer(Buffer.from(content), name, { compress: name !== 'mimetype' });
  }
  archive.end();
  return buffer(archive.outputStream);
}

export const XML = '<?xml version="1.0" encoding="UTF-8"?>';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A list of relationships, each to a target of some type: short names for Office's own. */
export function relationships(
  targets: readonly (readonly [id: string, type: string, target: string, external?: true])[],
): string {
  const lines = targets.map(([id, type, target, external]) => {
    const full = type.includes(':') ? type : `${OFFICE_RELATIONSHIP}/${type}`;
    return `<Relationship Id="${id}" Type="${full}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`;
  });
  return `${XML}<Relationships xmlns="${RELATIONSHIPS}">${lines.join('')}</Relationships>`;
}

/** The list of types that opens an Office package. */
export function contentTypes(parts: Readonly<Record<string, string>>): string {
  const defaults = {
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
    png: 'image/png',
    bin: 'application/octet-stream',
  };
  const lines = [
    ...Object.entries(defaults).map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`),
    ...Object.entries(parts).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`),
  ];
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join('')}</Types>`;
}
