import type { RunResult } from '../../sandbox/run-tool.ts';
import { LIMITS, tooDeep, tooLarge, tooMany } from './limits.ts';
import { runSevenZip, type SevenZipRun } from './run-seven-zip.ts';

/** What 7-Zip says of one thing in an archive, by the names of its properties. */
export type Properties = ReadonlyMap<string, string>;

/** How a listing ended. */
export interface Listed {
  /** With what it said that is none of the list, for the log. */
  readonly result: RunResult;
  /** What kind of archive it took it for: of one within another, the inner one. */
  readonly type: string;
  /** How many things there are, and how large they are together, in bytes, by what the archive says. */
  readonly count: number;
  readonly size: number;
  /** How long their paths are together. */
  readonly letters: number;
}

/** What stands before the list; an empty line ends what is known of each thing. */
const BEGINNING = '----------';

/** How much is kept of what it says, for the log. */
const MOST_SAID = 4000;

/**
 * Has 7-Zip list an archive.
 * @param args how it is to be read, and its path
 * @param tell called with what is known of each thing in it, in the order in which their contents are given; of more than
 * are taken it is told of no others
 */
export async function listWithSevenZip(
  args: readonly string[],
  run: Omit<SevenZipRun, 'onLine' | 'onOutput'>,
  tell: (properties: Properties) => void,
): Promise<Listed> {
  let [type, begun, count, size, letters, said] = ['', false, 0, 0, 0, ''];
  let known = new Map<string, string>();
  const finish = () => {
    if (known.size === 0) return;
    const properties = known;
    known = new Map();
    count += 1;
    size += Number(properties.get('Size')) || 0;
    letters += properties.get('Path')?.length ?? 0;
    if (count <= LIMITS.entries && letters <= LIMITS.paths) tell(properties);
  };
  const onLine = (line: string) => {
    const [, key = '', value = ''] = /^([A-Z][A-Za-z ]{1,30}) = (.*)$/s.exec(line) ?? [];
    if (!begun && key === 'Type') type = value;
    if (line === BEGINNING) begun = true;
    else if (begun && line === '') finish();
    // The first counts: a comment, which comes later, can have lines that look like any other.
    else if (begun && key !== '' && !known.has(key)) known.set(key, value);
    else if (said.length < MOST_SAID) said += `${line}\n`;
  };
  const result = await runSevenZip(['l', '-slt', ...args], { ...run, onLine });
  finish();
  return { result: { ...result, stdout: said }, type, count, size, letters };
}

/**
 * Refuses what would be too much to unpack, by what an archive says of itself.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkListed({ count, size, letters }: Listed): void {
  if (count > LIMITS.entries) throw tooMany();
  if (letters > LIMITS.paths) throw tooDeep();
  if (size > LIMITS.unpacked * 1_000_000) throw tooLarge('its files together');
}
