import { dropDrawings } from './drop-drawings.ts';

/** The parts of a line of dialogue, in the order in which ffmpeg takes them, whatever a file says of its own. */
const USUAL = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];
const ABSENT: Readonly<Record<string, string>> = {
  layer: '0',
  style: 'Default',
  marginl: '0',
  marginr: '0',
  marginv: '0',
};
/** Other words for them. */
const SAME: Readonly<Record<string, string>> = { marked: 'layer', actor: 'name' };
const [FORMAT, DIALOGUE] = [/^\s*format\s*:/i, /^\s*(?:dialogue|comment)\s*:/i];

/**
 * SubStation Alpha as ffmpeg reads it: lines that end as they do everywhere today, and dialogue whose parts stand in the
 * usual order. What it draws is left out: no other format draws.
 */
export function tidySubStation(text: string): string {
  let section = '';
  let order: readonly string[] | undefined;
  const lines = text.split(/\r\n?|\n/).map((line) => {
    if (/^\s*\[/.test(line)) section = line.trim().toLowerCase();
    if (section !== '[events]') return line;
    if (FORMAT.test(line)) {
      order = orderOf(line);
      return order ? `Format: ${USUAL.join(', ')}` : line;
    }
    return DIALOGUE.test(line) ? wordsAlone(order ? inOrder(line, order) : line) : line;
  });
  return lines.join('\n');
}

/** A line with its words, and blanks as others write them; nothing where it only draws. */
function wordsAlone(line: string): string {
  const parts = line.split(',');
  const given = parts.slice(USUAL.length - 1).join(',');
  const text = dropDrawings(given).replaceAll('\\h', '\u00a0');
  return text === '' && given !== '' ? '' : [...parts.slice(0, USUAL.length - 1), text].join(',');
}

/** The order that a file says its parts are in; nothing where it is the usual one, or cannot be. */
function orderOf(format: string): readonly string[] | undefined {
  const names = partsOf(format).map((part) => part.trim().toLowerCase());
  const order = names.map((name) => SAME[name] ?? name);
  const possible = order.at(-1) === 'text' && order.includes('start') && order.includes('end');
  return possible && order.join() !== USUAL.join() ? order : undefined;
}

/** The last part is all that is left, commas and all. */
function inOrder(line: string, order: readonly string[]): string {
  const kind = line.slice(0, line.indexOf(':'));
  const parts = partsOf(line);
  const rest = parts.slice(order.length - 1).join(',');
  const value = (name: string) => {
    const at = order.indexOf(name);
    return (at < 0 ? ABSENT[name] : parts[at]?.trim()) ?? '';
  };
  return `${kind}: ${[...USUAL.slice(0, -1).map(value), rest].join(',')}`;
}

function partsOf(line: string): string[] {
  return line.slice(line.indexOf(':') + 1).split(',');
}
