/** What separates fields, the likeliest first. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** How much of a text is looked at to find the separator, in characters. */
const LOOKED_AT = 64 * 1024;

/** The separator that gives the most lines the same number of fields, more than one. */
export function findSeparator(text: string): string {
  // Excel writes it in the first line for who asks.
  const said = /^sep=(.)\r?\n/.exec(text)?.[1];
  if (said) return said;
  const beginning = text.slice(0, LOOKED_AT);
  const whole = text.length > LOOKED_AT ? beginning.slice(0, beginning.lastIndexOf('\n') + 1) || beginning : beginning;
  let [best, most] = [',', 0];
  for (const separator of SEPARATORS) {
    const score = regularity(readFields(whole, separator));
    if (score > most) [best, most] = [separator, score];
  }
  return best;
}

/** The share of lines with the commonest number of fields; a little more for more fields, none for a single one. */
function regularity(lines: Iterable<readonly string[]>): number {
  const counts = new Map<number, number>();
  let total = 0;
  for (const fields of lines) {
    total++;
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  }
  const scores = [...counts].map(([fields, lines]) => (fields > 1 ? lines / total + Math.min(fields, 100) / 1000 : 0));
  return Math.max(0, ...scores);
}

/** The columns in which a value would lose digits as a number: leading zeros, or more than a number holds. */
export function keptColumns(text: string, separator: string): number[] {
  const columns = new Set<number>();
  for (const fields of readFields(text, separator)) {
    for (const [column, field] of fields.entries())
      if (/^\s*[+-]?(?:0\d+|\d{16,})\s*$/.test(field)) columns.add(column);
  }
  return [...columns].sort((a, b) => a - b);
}

/** The fields of each line (RFC 4180): in quotes they hold separators, line ends and doubled quotes. */
function* readFields(text: string, separator: string): Generator<string[]> {
  let fields: string[] = [];
  let [start, quoted] = [0, false];
  const take = (end: number) => fields.push(unquote(text.slice(start, end)));
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = quoted ? false : at === start || text[at - 1] === '"';
    else if (!quoted && character === separator) {
      take(at);
      start = at + 1;
    } else if (!quoted && character === '\n') {
      take(at);
      if (fields.length > 1 || fields[0] !== '') yield fields;
      fields = [];
      start = at + 1;
    }
  }
  if (start < text.length) take(text.length);
  if (fields.length > 0) yield fields;
}

function unquote(field: string): string {
  const inner = /^"([\s\S]*)"\r?$/.exec(field)?.[1];
  return inner?.replaceAll('""', '"') ?? field.replace(/\r$/, '');
}
