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

/** Gives the attachments of a mail unique file names, close to the sender's, which may be anything. */
export function withFileNames(attachments: readonly MailAttachment[]): MailAttachment[] {
  const names = fileNames(attachments.map(wantedName), 'attachment-');
  return attachments.map((attachment, index) => ({ ...attachment, name: names[index] ?? '' }));
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
