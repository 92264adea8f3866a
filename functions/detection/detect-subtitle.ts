import { formatOfFilename } from '../conversion/formats.ts';
import { type Detect, decodeText } from './sample.ts';

/** What is looked at: enough for any preamble. */
const LOOKED_AT = 64 * 1024;
const LINES_LOOKED_AT = 200;

const WEBVTT = /^WEBVTT(?:[ \t\n]|$)/;
const SUBRIP =
  /^\s*(?:\d+[ \t]*\n)?\s*\d{1,3}:\d{1,2}:\d{1,2}(?:[,.]\d{1,3})?[ \t]*-->[ \t]*\d{1,3}:\d{1,2}:\d{1,2}(?:[,.\s]|$)/;
const SUBSTATION = /^(?:\s|;[^\n]*\n|!:[^\n]*\n)*\[(?:script info|v4\+? styles)\]/i;
const TIMED_TEXT = /^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!doctype[^>]*>\s*)*<(?:[\w.-]+:)?tt[\s>]/i;
const TIMED_TEXT_NAMESPACE = /"http:\/\/www\.w3\.org\/(?:ns\/ttml|\d{4}\/\d\d\/ttaf1)/;
const LYRICS_TIME = /^\[\d{1,4}:\d{1,2}(?:[.:]\d{1,3})?\]/;
const LYRICS_TAG = /^\[[a-z#]{1,20}:[^\]]*\]$/i;

/** Subtitles, which are texts of a certain build. */
export const detectSubtitle: Detect = ({ head, filename }) => {
  const text = decodeText(head.subarray(0, LOOKED_AT)).replace(/\r\n?/g, '\n');
  if (text.includes('\0')) return undefined;
  if (WEBVTT.test(text)) return 'vtt';
  if (SUBRIP.test(text)) return 'srt';
  if (SUBSTATION.test(text)) return 'ass';
  if (TIMED_TEXT.test(text) && TIMED_TEXT_NAMESPACE.test(text)) return 'ttml';
  return isLyrics(text, formatOfFilename(filename) === 'lrc') ? 'lrc' : undefined;
};

/** Lines that begin with a time; named so, some of them will do. */
function isLyrics(text: string, named: boolean): boolean {
  const lines = text
    .split('\n', LINES_LOOKED_AT)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const times = lines.filter((line) => LYRICS_TIME.test(line)).length;
  const tags = lines.filter((line) => LYRICS_TAG.test(line)).length;
  return times > 0 && (named || (times > 1 && times + tags === lines.length));
}
