import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { decodeBytes } from '../../../detection/decode-bytes.ts';
import { unicodeOf } from '../../../detection/unicode.ts';
import { decodePlain } from '../../office/text-encoding.ts';
import { tooComplex, unsupported } from '../../refusals.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { SubtitleOptions } from '../options/subtitle-options.ts';
import { cutSubtitles } from '../planning/cut.ts';
import { checkSubtitleTime, LIMITS } from '../planning/limits.ts';
import { mainStream } from '../planning/plan.ts';
import { TEXT_SUBTITLES } from '../planning/plan-video.ts';
import { inspect } from '../reading/inspect.ts';
import { measure } from '../reading/measure.ts';
import { openSource, type Source } from '../reading/source.ts';
import { encode } from '../running/encode.ts';
import type { MediaJob } from '../running/tool.ts';
import { completeSrt, tidyVtt } from './complete-times.ts';
import { readNumbered, writeSrt } from './cues.ts';
import { dropFontSizes, escapeVtt } from './finish-subtitles.ts';
import { readLrc } from './read-lrc.ts';
import { SUBTITLE_TARGETS, type SubtitleTargetName, type SubtitleWriting } from './subtitle-targets.ts';
import { tidySubStation } from './tidy-substation.ts';
import { readTtml } from './timed-text/read-ttml.ts';
import { TRANSCRIPT_TARGETS, type TranscriptTargetName } from './transcripts/transcript-targets.ts';

/** Prepares subtitles for ffmpeg. It reads some formats only as most programs write them, and others as SubRip. */
const PREPARED: Partial<Record<FormatName, (text: string) => string>> = {
  srt: completeSrt,
  vtt: tidyVtt,
  ass: tidySubStation,
  lrc: (text) => writeSrt(readLrc(text)),
  ttml: (text) => writeSrt(readTtml(text)),
};

/** What is changed in the formats that ffmpeg writes otherwise than players expect. */
const FINISHED: Partial<Record<FormatName, (text: string) => string>> = { srt: dropFontSizes, vtt: escapeVtt };

/** Times of SubRip, WebVTT and SubStation whose hours overflow ffmpeg's integers. */
const ABSURD_TIME =
  /^[ \t]*(?:\d{1,20}:[\d:.,]{1,20}[ \t]*-->[ \t]*|(?:dialogue|comment)[ \t]*:[^,\n]{0,50},(?:[ \t\d:.]{1,20},)?[ \t]*)?\d{7,}:\d{1,2}:\d/im;

/** SubRip without formatting tags. */
const WORDS: SubtitleWriting = { codec: 'text', muxer: 'srt' };

/** Converts subtitles; text in any encoding becomes UTF-8. */
export async function convertSubtitles(job: MediaJob, target: SubtitleTargetName): Promise<void> {
  await write(await readSubtitles(job), job, target, 0);
}

/**
 * Writes the text of subtitles without its formatting.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function transcribeSubtitles(job: MediaJob, target: TranscriptTargetName): Promise<void> {
  const between = join(job.folder, 'words.srt');
  await writeAs(await readSubtitles(job), { ...job, resultPath: between }, WORDS, 0);
  const cues = readNumbered(await readFile(between, 'utf8'));
  if (cues.length === 0) throw unreadable('no subtitle with words');
  await writeFile(job.resultPath, TRANSCRIPT_TARGETS[target](cues, job.sourceFormat));
}

/** Writes the subtitles in UTF-8 and in a form that ffmpeg reads. */
async function readSubtitles(job: MediaJob): Promise<Source> {
  const { size } = await stat(job.sourcePath);
  if (size > LIMITS.subtitleBytes)
    throw tooComplex(`The subtitles have ${size} bytes; at most ${LIMITS.subtitleBytes} are converted.`);
  const text = decode(await readFile(job.sourcePath));
  const files = { ...job, sourcePath: join(job.folder, 'subtitles') };
  await writeFile(files.sourcePath, PREPARED[job.sourceFormat]?.(text) ?? text);
  if (ABSURD_TIME.test(text)) checkSubtitleTime(Number.POSITIVE_INFINITY);
  const source = await openSource(files.sourcePath, job.sourceFormat);
  const extents = [...(await measure(source, files)).values()];
  if (extents.length === 0) throw unreadable('no subtitle with a time');
  checkSubtitleTime(Math.max(...extents.map(({ end }) => end)));
  return source;
}

/** Extracts the text subtitles of a video: its default track, or the first. */
export async function extractSubtitles(job: MediaJob, target: SubtitleTargetName): Promise<void> {
  const { source, media } = await inspect(job.sourceFormat, job);
  const stream = mainStream(media.subtitles.filter(({ codec }) => TEXT_SUBTITLES.includes(codec)));
  if (!stream) {
    const what = media.subtitles.length > 0 ? 'its subtitles are pictures, not text' : 'it has no subtitles';
    throw unsupported(`No ${target} can be made of the file: ${what}.`);
  }
  await write(source, job, target, stream.index);
  if ((await stat(job.resultPath)).size === 0) throw unreadable('no subtitle with a time');
}

async function write(source: Source, job: MediaJob, target: SubtitleTargetName, stream: number): Promise<void> {
  // TTML is made of SubRip: ffmpeg writes none of SubStation without a screen size.
  if (target !== 'ttml' || source.demuxer === 'srt') {
    await writeAs(source, job, SUBTITLE_TARGETS[target], stream);
    const finish = FINISHED[target];
    if (finish) await writeFile(job.resultPath, finish(await readFile(job.resultPath, 'utf8')));
    return;
  }
  const between = join(job.folder, 'between.srt');
  await writeAs(source, { ...job, resultPath: between }, SUBTITLE_TARGETS.srt, stream);
  await writeAs({ path: between, demuxer: 'srt' }, { ...job, options: {} }, SUBTITLE_TARGETS.ttml, 0);
}

async function writeAs(
  source: Source,
  job: MediaJob,
  { codec, muxer }: SubtitleWriting,
  stream: number,
): Promise<void> {
  const { shift = 0 } = job.options as SubtitleOptions;
  // A negative shift cuts the beginning off.
  const moved = shift < 0 ? ['-bsf:s', cutSubtitles({ start: -shift })] : [];
  const settings = ['-map', `0:${stream}`, '-map_metadata', '-1', '-c:s', codec, ...moved, '-f', muxer];
  const reading = shift === 0 ? [] : ['-itsoffset', shift.toFixed(6)];
  await encode({ source, reading, arguments: settings, resultPath: job.resultPath }, job);
}

/** Decodes UTF, whatever is wrong in it, or else the old encoding that fits its letters. */
function decode(bytes: Buffer): string {
  const unicode = unicodeOf(bytes);
  return unicode ? decodeBytes(bytes, unicode, { fatal: false }) : decodePlain(bytes);
}
