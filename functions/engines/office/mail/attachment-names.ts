import { FORMATS } from '../../../conversion/formats.ts';
import { fileNames, type WantedName } from '../../file-names.ts';
import type { MailAttachment } from './mail.ts';

/** Characters of an extension, with its dot. */
const LONGEST_EXTENSION = 10;

/** The extensions for media types that several formats have. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'application/gzip': 'gz',
  'application/x-bzip2': 'bz2',
  'application/x-xz': 'xz',
  'application/zstd': 'zst',
};

/** Unique file names for the attachments of a mail, close to the sender's. */
export function attachmentNames(attachments: readonly MailAttachment[]): string[] {
  return fileNames(attachments.map(wantedName), 'attachment-');
}

function wantedName({ name, mediaType }: MailAttachment): WantedName {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  if (!/[^\s.]/.test(last)) return { stem: '', extension: extensionOf(mediaType) };
  const dot = last.lastIndexOf('.');
  if (dot <= 0 || last.length - dot > LONGEST_EXTENSION) return { stem: last, extension: '' };
  return { stem: last.slice(0, dot), extension: last.slice(dot + 1) };
}

/** The extension for a media type, where there is no name. */
function extensionOf(mediaType: string): string {
  if (Object.hasOwn(EXTENSIONS, mediaType)) return EXTENSIONS[mediaType] ?? '';
  const known = Object.entries(FORMATS).find(([, format]) => format.mediaType.split(';', 1)[0] === mediaType);
  return known?.[0] ?? '';
}
