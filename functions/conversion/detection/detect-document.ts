import { type FormatName, formatOfFilename } from '../formats.ts';
import { CompoundFile } from './document-compound.ts';
import { packagedFormat } from './document-package.ts';
import { signedFormat } from './document-signatures.ts';
import { textFormat } from './document-text.ts';
import type { Detect } from './sample.ts';

/** Documents that file-type does not know, or does not tell apart: texts, and the families in one kind of container. */
export const detectDocument: Detect = ({ head, filename, seen }) => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (seen?.ext === 'cfb') return compoundFormat(bytes, formatOfFilename(filename));
  if (seen?.ext === 'gz') return signedFormat(bytes);
  if (seen?.ext === 'zip') return packagedFormat(bytes, formatOfFilename(filename));
  return seen ? undefined : (signedFormat(bytes) ?? textFormat(head, formatOfFilename(filename)));
};

/** The stream that only files of a format have, the surest first. */
const STREAMS: Readonly<Record<string, FormatName>> = {
  WordDocument: 'doc',
  'PowerPoint Document': 'ppt',
  VisioDocument: 'vsd',
  Workbook: 'xls',
  Book: 'xls',
};

/** What locked files of the packaged formats can claim to be. */
const LOCKABLE: readonly (FormatName | undefined)[] = ['docx', 'xlsx', 'xlsb', 'pptx', 'vsdx'];

function compoundFormat(bytes: Buffer, claimed: FormatName | undefined): FormatName | undefined {
  const file = CompoundFile.open((position, length) => bytes.subarray(position, position + length));
  if (file?.has('EncryptedPackage')) return LOCKABLE.includes(claimed) ? claimed : 'docx';
  const stream = Object.keys(STREAMS).find((name) => file?.has(name));
  if (stream) return STREAMS[stream];
  // The list of contents lies where we do not see it.
  const possible = Object.values(STREAMS).some((format) => format === claimed) || LOCKABLE.includes(claimed);
  return !file?.listed && possible ? claimed : undefined;
}
