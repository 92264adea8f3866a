import type { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { unreadableAs, unreadableFile, unsupported } from '../../refusals.ts';
import type { Media, StreamType } from '../reading/media.ts';

/** The message to the client about a file that is damaged, or not of the format it claims. */
export const DAMAGED =
  'The file is damaged, incomplete or of a kind that cannot be read. Open it in a player or viewer and save it anew.';

/** The error for such a file; the reason is only logged. */
export const unreadable = unreadableAs(DAMAGED);

/** The error for a truncated file. */
export function truncated(stated: number, found: number, reason?: unknown): ConversionError {
  return unreadableFile(
    `The file is damaged or incomplete: it should last ${inSeconds(stated)}, but only ${inSeconds(found)} of it can be read. Upload the whole file.`,
    reason,
  );
}

function inSeconds(duration: number): string {
  return `${Number(duration.toFixed(1))} seconds`;
}

const WORDS = { video: 'video', audio: 'sound', subtitle: 'subtitles' } as const satisfies Record<StreamType, string>;

/** The error for a readable file without the stream that the target needs. */
export function missingStream({ damaged }: Media, type: StreamType, target: FormatName): ConversionError {
  if (damaged.includes(type)) return unreadable(`a ${type} stream that cannot be decoded`);
  return unsupported(`The file has no ${WORDS[type]}, so that no ${target} can be made of it.`);
}
