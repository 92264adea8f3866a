import { readBytes } from '../header.ts';

/** The longest head that is read, in bytes. */
const LONGEST_HEAD = 64 * 1024;
const FIRST_LOOK = 2048;

/** The head of a message: what stands before its first empty line, as in a mail, in HTTP and in WARC. */
export interface MessageHead {
  /** Its lines, the first of which is no field. Those that are folded are one. */
  readonly lines: readonly string[];
  /** What the fields say, by their names in small letters; of one that comes twice, what it says first. */
  readonly fields: ReadonlyMap<string, string>;
  /** Where its body begins in the file. */
  readonly end: number;
}

/**
 * Reads the head of a message.
 * @param file that it stands in
 * @param end where the message ends at the latest
 * @returns nothing where there is no empty line within the longest head
 */
export function readMessageHead(file: number, position: number, end: number): MessageHead | undefined {
  const most = Math.min(LONGEST_HEAD, end - position);
  for (let wanted = FIRST_LOOK; ; wanted *= 4) {
    const bytes = readBytes(file, position, Math.min(wanted, most));
    const [length, gap] = emptyLineIn(bytes);
    if (length >= 0) return { ...headIn(bytes.toString('utf8', 0, length)), end: position + length + gap };
    if (bytes.length === most) return undefined;
  }
}

/** Where the first empty line begins, and how long it is with the end of the line before it. */
function emptyLineIn(bytes: Buffer): [position: number, length: number] {
  const [usual, bare] = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')];
  return usual >= 0 && (bare < 0 || usual < bare) ? [usual, 4] : [bare, 2];
}

function headIn(text: string): Pick<MessageHead, 'lines' | 'fields'> {
  const lines: string[] = [];
  for (const line of text.split('\n').map((raw) => (raw.endsWith('\r') ? raw.slice(0, -1) : raw))) {
    const last = lines.length - 1;
    if (last > 0 && /^[ \t]/.test(line)) lines[last] += ` ${line.trim()}`;
    else lines.push(line);
  }
  const fields = new Map<string, string>();
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return { lines, fields };
}
