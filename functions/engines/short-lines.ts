/** Characters of a line that are searched: tools quote content of files in their messages, at any length. */
const LONGEST_LINE = 500;

/** A tool's output with its lines cut, so that searching it takes linear time. */
export function shortLines(warnings: string): string {
  return warnings
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE))
    .join('\n');
}
