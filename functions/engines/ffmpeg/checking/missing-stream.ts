import type { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import { unsupported } from '../../refusals.ts';
import type { Media, StreamKind } from '../reading/media.ts';
import { unreadable } from './unreadable.ts';

const WORDS = { video: 'moving picture', audio: 'sound', subtitle: 'subtitles' } as const satisfies Record<
  StreamKind,
  string
>;

/** The error for a file that can be read, but has nothing in it that the target is made of. */
export function missingStream({ damaged }: Media, kind: StreamKind, target: FormatName): ConversionError {
  if (damaged.includes(kind)) return unreadable(`a ${kind} stream that cannot be decoded`);
  const message = `The file has no ${WORDS[kind]}, so that no ${target} can be made of it.`;
  return unsupported(message);
}
