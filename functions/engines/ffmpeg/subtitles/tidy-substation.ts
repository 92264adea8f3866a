import { unreadableFile } from '../../refusals.ts';
import { dropDrawings } from './drop-drawings.ts';

/** The parts of a line of dialogue, in the order in which ffmpeg takes them, whatever a file says of its own. */
const USUAL = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];
/** Other words for them. */
const SAME: Readonly<Record<string, string>> = { marked: 'layer', actor: 'name' };
const [FORMAT, DIALOGUE] = [/^\s*format\s*:/i, /^\s*(?:dialogue|comment)\s*:/i];

/**
 * SubStation Alpha as ffmpeg reads it: lines that end as they do everywhere today. What it draws is left out: no other
 * format draws.
 * @throws ConversionError UNREADABLE_FILE when the parts of dialogue stand in another order than the usual one
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

/** A line with its words, and blanks as others write them; nothing where it only draws. */
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
  if (names.map((name) => SAME[name] ?? name).join() === USUAL.join()) return;
  throw unreadableFile(
    'The parts of the subtitles stand in an order of their own (the line "Format:"), which cannot be read. Save them anew with Aegisub, or as SubRip.',
    names.slice(0, USUAL.length),
  );
}
