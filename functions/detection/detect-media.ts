import type { FormatName } from '../conversion/formats.ts';
import { describeFormat, formatOfFilename } from '../conversion/formats.ts';
import { detectSubtitle } from './detect-subtitle.ts';
import { oggFormat } from './ogg-contents.ts';
import type { Detect } from './sample.ts';

type Refine = (bytes: Buffer, claimed: FormatName | undefined) => FormatName | undefined;

/** The stream type GUIDs of ASF (Advanced Systems Format, 10.2). */
const ASF_VIDEO = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex');
const ASF_AUDIO = Buffer.from('409e69f84d5bcf11a8fd00805f5c442b', 'hex');
/** A DVD navigation packet, which only VOB has. */
const DVD_NAVIGATION = Buffer.from('000001bf03d4', 'hex');

/** Refines file-type's result where it is a container or a family of formats. */
const REFINEMENTS: Readonly<Record<string, Refine>> = {
  asf: (bytes) => (bytes.includes(ASF_AUDIO) && !bytes.includes(ASF_VIDEO) ? 'wma' : 'wmv'),
  ac3: (bytes) => ((bytes[5] ?? 0) >> 3 > 10 ? 'eac3' : 'ac3'),
  mkv: (_, claimed) => (claimed === 'mka' ? 'mka' : 'mkv'),
  mpg: (bytes, claimed) => (claimed === 'vob' || bytes.subarray(0, 4096).includes(DVD_NAVIGATION) ? 'vob' : 'mpg'),
  mp1: () => 'mp2',
  ogg: oggFormat,
  oga: oggFormat,
  ogm: oggFormat,
  ogv: oggFormat,
  ogx: oggFormat,
  opus: oggFormat,
  spx: oggFormat,
  // Other names of the same formats.
  m4b: () => 'm4a',
  m4v: () => 'mp4',
  // With DRM, which the engine refuses.
  m4p: () => 'm4a',
  f4p: () => 'mp4',
};

/** Detects audio, video and subtitles that file-type does not know or tell apart. */
export const detectMedia: Detect = (sample) => {
  const { head, filename, guess } = sample;
  if (guess)
    return Object.hasOwn(REFINEMENTS, guess.ext)
      ? REFINEMENTS[guess.ext]?.(head, formatOfFilename(filename))
      : undefined;
  return detectSubtitle(sample) ?? behindTags(head, formatOfFilename(filename));
};

/** The format of audio whose ID3 tag, such as with a large cover, fills the beginning: mostly MP3, unless its name claims another. */
function behindTags(bytes: Buffer, claimed: FormatName | undefined): FormatName | undefined {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return undefined;
  return claimed && describeFormat(claimed).category === 'audio' ? claimed : 'mp3';
}
