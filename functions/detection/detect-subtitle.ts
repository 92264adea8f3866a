import { formatOfFilename } from '../conversion/formats.ts';
import type { Detect, Sample } from './sample.ts';

const LINES_LOOKED_AT = 200;

const WEBVTT = /^WEBVTT(?:[ \t\n]|$)/;
/** Behind all leading space: an optional number, and a time. */
const SUBRIP =
  /^(?:\d+[ \t]*\n\s*)?\d{1,3}:\d{1,2}:\d{1,2}(?:[,.]\d{1,3})?[ \t]*-->[ \t]*\d{1,3}:\d{1,2}:\d{1,2}(?:[,.\s]|$)/;
const SUBSTATION_SECTION = /^\[(?:script info|v4\+{0,2} styles)\]/i;
const SUBSTATION_COMMENT = /^(?:$|;|!:)/;
const TIMED_TEXT_NAMESPACE = /["']http:\/\/www\.w3\.org\/(?:ns\/ttml|\d{4}\/\d\d\/ttaf1)/;
const LYRICS_TIME = /^\[\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?\]/;
const LYRICS_TAG = /^\[[a-z#]{1,20}:[^\]]*\]$/i;

/** Detects subtitles, which are texts. */
export const detectSubtitle: Detect = (sample) => {
  const text = sample.text.replace(/\r\n?/g, '\n');
  if (text.includes('\0')) return undefined;
  if (WEBVTT.test(text)) return 'vtt';
  if (SUBRIP.test(text.trimStart())) return 'srt';
  const claimed = formatOfFilename(sample.filename);
  const lines = text.split('\n').map((line) => line.trim());
  if (isSubStation(lines, claimed === 'ass')) return 'ass';
  if (isTimedText(sample, claimed === 'ttml')) return 'ttml';
  return isLyrics(lines.slice(0, LINES_LOOKED_AT), claimed === 'lrc') ? 'lrc' : undefined;
};

/** Whether a text has SubStation's sections; where its name claims it, other lines may precede them. */
function isSubStation(lines: readonly string[], named: boolean): boolean {
  const first = lines.find((line) => (named ? SUBSTATION_SECTION.test(line) : !SUBSTATION_COMMENT.test(line)));
  return first !== undefined && SUBSTATION_SECTION.test(first);
}

/** Whether the root is `tt` of TTML's namespace; where the name claims it, of any. */
function isTimedText({ root, text }: Sample, named: boolean): boolean {
  return root?.name.toLowerCase() === 'tt' && (named || TIMED_TEXT_NAMESPACE.test(`${root.tag}${text}`));
}

/** Whether all lines begin with a time or are tags; where the name claims it, some are enough. */
function isLyrics(lines: readonly string[], named: boolean): boolean {
  const filled = lines.filter((line) => line !== '');
  const times = filled.filter((line) => LYRICS_TIME.test(line)).length;
  const tags = filled.filter((line) => LYRICS_TAG.test(line)).length;
  return times > 0 && (named || (times > 1 && times + tags === filled.length));
}
