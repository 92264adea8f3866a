import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Inspected } from '../checking/check-result.ts';
import { checkTruncation, isWholeRiff } from '../checking/check-truncation.ts';
import { unreadable } from '../checking/unreadable.ts';
import { checkMedia } from '../planning/limits.ts';
import type { JobFiles } from '../running/tool.ts';
import { lengthOf, measure } from './measure.ts';
import { probe } from './probe.ts';
import { openSource } from './source.ts';

/**
 * Probes a source and its duration, and refuses what cannot be converted.
 * @param framePixels the largest frame, in pixels
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function inspect(format: FormatName, files: JobFiles, framePixels?: number): Promise<Inspected> {
  await checkTruncation(files.sourcePath, format);
  const source = await openSource(files.sourcePath, format);
  const probed = await probe(source, files);
  // An AVI that ends where it says, and only counts its frames wrongly, is not truncated.
  const miscounted = format === 'avi' && isWholeRiff(files.sourcePath);
  const media = miscounted ? { ...probed, estimated: true } : probed;
  const streams = [...media.video, ...media.audio, ...media.subtitles];
  if (media.encrypted) throw locked();
  if (streams.length === 0) throw unreadable('nothing that can be decoded');
  checkMedia(media, media.estimated ? 0 : (media.duration ?? 0), framePixels);
  if (media.duration !== undefined && media.duration > 0 && !media.estimated)
    return { source, media, duration: media.duration };
  const extents = await measure(source, files);
  const duration = lengthOf(extents);
  checkMedia(media, duration, framePixels);
  return { source, media, duration, extents };
}

function locked(): ConversionError {
  return new ConversionError(
    'PASSWORD_PROTECTED',
    'The file is encrypted (protected by DRM), so that only the players it was sold for can read it. Upload a file without protection.',
  );
}
