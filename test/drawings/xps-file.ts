import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PackageFiles, zip } from '../documents/package.ts';

const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
const TYPES = 'application/vnd.ms-package.xps-';
const NAMESPACE = 'http://schemas.microsoft.com/xps/2005/06';

/** An XPS file with a page of 4 by 2 inches for each text: the text, and a red square at the right. */
export function xps(texts: readonly string[], extra = '', files: PackageFiles = {}): Promise<Buffer> {
  const pages = texts.map((text, at) => [`Documents/1/Pages/${at + 1}.fpage`, page(text, extra)] as const);
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="fdseq" ContentType="${TYPES}fixeddocumentsequence+xml"/><Default Extension="fdoc" ContentType="${TYPES}fixeddocument+xml"/>
<Default Extension="fpage" ContentType="${TYPES}fixedpage+xml"/><Default Extension="ttf" ContentType="application/vnd.ms-opentype"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="R1" Type="${NAMESPACE}/fixedrepresentation" Target="/all.fdseq"/></Relationships>`,
    'all.fdseq': `<FixedDocumentSequence xmlns="${NAMESPACE}"><DocumentReference Source="/Documents/1/one.fdoc"/></FixedDocumentSequence>`,
    'Documents/1/one.fdoc': `<FixedDocument xmlns="${NAMESPACE}">${pages.map(([name]) => `<PageContent Source="/${name}"/>`).join('')}</FixedDocument>`,
    ...Object.fromEntries(pages),
    'Resources/font.ttf': readFileSync(FONT),
    ...files,
  });
}

/** The page in UTF-16, as Windows writes it. */
function page(text: string, extra: string): Buffer {
  const drawn = `<FixedPage xmlns="${NAMESPACE}" Width="384" Height="192" xml:lang="en">
<Glyphs Fill="#000000" FontUri="/Resources/font.ttf" FontRenderingEmSize="24" OriginX="24" OriginY="96" UnicodeString="${text}"/>
<Path Fill="#FF0000" Data="M 288,48 L 336,48 336,96 288,96 Z"/>${extra}</FixedPage>`;
  return Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${drawn}`, 'utf16le');
}
