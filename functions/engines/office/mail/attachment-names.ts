import { FORMATS } from '../../../conversion/formats.ts';
import { archivedName } from '../../bsdtar/archived-name.ts';
import { withoutTrailing } from '../../without-trailing.ts';
import type { MailAttachment } from './mail.ts';

/** Bytes of a name that every system takes. */
const LONGEST = 150;
/** Characters that some system does not take, and those that turn what follows around. */
const UNFIT = /[\p{C}<>:"|?*\u2028\u2029]/gu;

/**
 * What the attachments of a mail are called where they are files: as their sender called them, but in one folder, each
 * name once, and such as every system takes.
 */
export function attachmentNames(attachments: readonly MailAttachment[]): string[] {
  const taken = new Map<string, number>();
  return attachments.map((attachment, index) => {
    const name = fitName(attachment, index);
    const key = name.toLowerCase();
    const count = taken.get(key) ?? 0;
    taken.set(key, count + 1);
    return count === 0 ? name : numbered(name, `${index + 1}`);
  });
}

function fitName({ name, mediaType }: MailAttachment, index: number): string {
  const path = name.split(/[\\/]/).at(-1) ?? '';
  const last = withoutTrailing(path.replace(UNFIT, '_'), '. ').trim();
  if (last === '') return `attachment-${index + 1}${extensionOf(mediaType)}`;
  return archivedName(cut(last));
}

/** The extension of what says by its type alone what it is. */
function extensionOf(mediaType: string): string {
  const known = Object.entries(FORMATS).find(([, format]) => format.mediaType.split(';', 1)[0] === mediaType);
  return known ? `.${known[0]}` : '';
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : '';
  const stem = Buffer.from(name)
    .subarray(0, LONGEST - extension.length)
    .toString('utf8');
  return withoutTrailing(stem, '\ufffd') + extension;
}

/** No other can be called so: the number is that of the attachment. */
function numbered(name: string, number: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}
