import { unreadableFile } from '../../refusals.ts';

/** The fields of a dialogue line in the order that ffmpeg assumes, whatever the file says. */
const USUAL = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];
/** Other names of the fields. */
const SYNONYMS: Readonly<Record<string, string>> = { marked: 'layer', actor: 'name' };
const [FORMAT, DIALOGUE] = [/^\s*format\s*:/i, /^\s*(?:dialogue|comment)\s*:/i];

/**
 * Prepares SubStation Alpha for ffmpeg: with LF line endings, and without vector drawings, which no other format has.
 * @throws ConversionError UNREADABLE_FILE when the fields of dialogue are in another order than the usual one
 */
export function tidySubStation(text: string): string {
  let section = '';
  const lines = text.split(/\r\n?|\n/).map((line) => {
    if (/^\s*\[/.test(line)) section = line.trim().toLowerCase();
    if (section !== '[events]') return line;
    if (FORMAT.test(line)) checkOrder(line);
    return DIALOGUE.test(line) ? withoutDrawing(line) : line;
  });
  return lines.join('\n');
}

/** A dialogue line without drawings and with no-break spaces as characters; empty where it only draws. */
function withoutDrawing(line: string): string {
  const parts = line.split(',');
  const given = parts.slice(USUAL.length - 1).join(',');
  const text = dropDrawings(given).replaceAll('\\h', '\u00a0');
  return text === '' && given !== '' ? '' : [...parts.slice(0, USUAL.length - 1), text].join(',');
}

function checkOrder(format: string): void {
  const names = format
    .slice(format.indexOf(':') + 1)
    .split(',')
    .map((part) => part.trim().toLowerCase());
  if (names.map((name) => SYNONYMS[name] ?? name).join() === USUAL.join()) return;
  throw unreadableFile(
    'The fields of the subtitles are in an unusual order (the line "Format:"), which cannot be read. Save them anew with Aegisub, or as SubRip.',
    names.slice(0, USUAL.length),
  );
}

/** An override block of SubStation, or the text between two. */
const PART = /\{[^{}]*\}|[^{]+|\{/g;
const DRAWING = /\\p(\d)/;

/** Removes vector drawings from the text of a SubStation line. */
export function dropDrawings(text: string): string {
  if (!DRAWING.test(text)) return text;
  let drawing = false;
  const kept = (text.match(PART) ?? []).filter((part) => {
    const scale = part.startsWith('{') ? DRAWING.exec(part)?.[1] : undefined;
    if (scale !== undefined) drawing = scale !== '0';
    return part.startsWith('{') || !drawing;
  });
  return kept.some((part) => !part.startsWith('{')) ? kept.join('') : '';
}
