import type { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { unsupported } from '../../refusals.ts';
import type { Media, StreamKind } from '../reading/media.ts';
import { unreadable } from './unreadable.ts';

const WORDS = { video: 'video', audio: 'sound', subtitle: 'subtitles' } as const satisfies Record<StreamKind, string>;

/** The error for a readable file without the stream that the target needs. */
export function missingStream({ damaged }: Media, kind: StreamKind, target: FormatName): ConversionError {
  if (damaged.includes(kind)) return unreadable(`a ${kind} stream that cannot be decoded`);
  const message = `The file has no ${WORDS[kind]}, so that no ${target} can be made of it.`;
  return unsupported(message);
}
