import type { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { unsupported } from '../../refusals.ts';
import type { Media, StreamType } from '../reading/media.ts';
import { unreadable } from './unreadable.ts';

const WORDS = { video: 'video', audio: 'sound', subtitle: 'subtitles' } as const satisfies Record<StreamType, string>;

/** The error for a readable file without the stream that the target needs. */
export function missingStream({ damaged }: Media, type: StreamType, target: FormatName): ConversionError {
  if (damaged.includes(type)) return unreadable(`a ${type} stream that cannot be decoded`);
  const message = `The file has no ${WORDS[type]}, so that no ${target} can be made of it.`;
  return unsupported(message);
}
