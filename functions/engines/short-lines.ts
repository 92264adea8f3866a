/** Characters of a line that are looked at: tools put what stands in a file into their warnings, at any length. */
const LONGEST_LINE = 500;

/** What a tool complains of, with its lines cut, so that looking for words in it takes no longer than it is long. */
export function shortLines(warnings: string): string {
  return warnings
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE))
    .join('\n');
}
