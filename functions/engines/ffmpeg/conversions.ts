import type { FormatName } from '../../conversion/formats.ts';
import type { Engine } from '../engine.ts';
import { ANIMATION_TARGETS } from './animations/animation-targets.ts';
import { PICTURE_SOURCES, PICTURE_TARGETS, SHARP_SOURCES } from './pictures/picture-targets.ts';
import { AUDIO_TARGETS } from './planning/audio-targets.ts';
import { VIDEO_TARGETS } from './planning/video-targets.ts';
import { SUBTITLE_TARGETS } from './subtitles/subtitle-targets.ts';
import { TRANSCRIPT_TARGETS } from './subtitles/transcripts/transcript-targets.ts';

const names = <Name extends FormatName>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[];

const VIDEO = names(VIDEO_TARGETS);
/** Only targets: as sources they are detected as m4a or mp4. */
const WRITTEN: readonly FormatName[] = ['m4b', 'm4r', 'm4v'];
const MUSIC = names(AUDIO_TARGETS);
/** The audio targets of videos: nobody makes audiobooks or ringtones of them. */
const AUDIO = MUSIC.filter((name) => !WRITTEN.includes(name));
const SUBTITLES = names(SUBTITLE_TARGETS);
const TRANSCRIPTS = names(TRANSCRIPT_TARGETS);
const ANIMATIONS = names(ANIMATION_TARGETS);
const PICTURES = names(PICTURE_TARGETS);
/** Formats of a single frame of a video. */
export const POSTERS: readonly FormatName[] = ['jpg', 'png'];

const AUDIO_SOURCES: readonly FormatName[] = [...AUDIO, 'amr', 'ape', 'dts', 'spx', 'tta'];
const VIDEO_SOURCES = VIDEO.filter((name) => !WRITTEN.includes(name));
/** Containers that may have text subtitles. */
const SUBTITLED: readonly FormatName[] = ['mp4', 'mov', 'mkv', 'webm', '3gp', '3g2'];
/** Video formats that animated pictures are converted to. */
const VIDEO_OF_ANIMATION = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'wmv', 'mpg', 'ogv'] as const;
/** The targets that sharp writes from pictures that ffmpeg reads. */
const SHARP_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'pdf'];
/** Converted to themselves, they become smaller. */
const LOSSY_PICTURES: readonly FormatName[] = ['jxl', 'jp2'];

/** Every target but the source's own format, unless recompressing makes sense. */
const targets = (source: FormatName, all: readonly FormatName[], anew = false) =>
  all.filter((target) => target !== source || anew);

const table = <Name extends FormatName>(sources: readonly Name[], of: (source: Name) => readonly FormatName[]) =>
  Object.fromEntries(sources.map((source) => [source, of(source)]));

/** The targets of each format that is read. */
export const CONVERSIONS: Engine['conversions'] = {
  ...table(VIDEO_SOURCES, (source) => [
    ...[...VIDEO, ...ANIMATIONS, ...POSTERS, ...AUDIO],
    ...(SUBTITLED.includes(source) ? SUBTITLES : []),
  ]),
  // With the cover or the waveform, for websites that take only videos.
  ...table(AUDIO_SOURCES, () => [...MUSIC, 'mp4']),
  ...table(SUBTITLES, (source) => [...targets(source, SUBTITLES), ...TRANSCRIPTS]),
  ...table(SHARP_SOURCES, () => PICTURES),
  gif: [...VIDEO_OF_ANIMATION, 'gif', 'avif', ...PICTURES],
  apng: [...VIDEO_OF_ANIMATION, 'gif', 'avif', 'webp', ...PICTURES],
  webp: [...VIDEO_OF_ANIMATION, 'gif', 'avif', ...PICTURES],
  avif: [...VIDEO_OF_ANIMATION, 'gif', 'apng', 'webp', 'avif', ...PICTURES],
  // Hardly any HEIC is animated: photos leave their other targets to sharp, which is faster.
  heic: [...VIDEO_OF_ANIMATION, 'apng', ...PICTURES],
  ...table(PICTURE_SOURCES, (source) => [
    ...SHARP_TARGETS,
    ...targets(source, PICTURES, LOSSY_PICTURES.includes(source)),
  ]),
};
