import { LineSplitter } from '../../line-splitter.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import { LIMITS } from './limits.ts';
import { checkMembers, type Member } from './member.ts';
import { type ArchiveRun, runSevenZip } from './tools.ts';

/** 7-Zip's listing of an archive. */
export interface Listing {
  /** The type of the archive; of nested ones, of the innermost. */
  readonly type: string;
  /** In the order in which 7-Zip writes their contents. */
  readonly members: readonly Member[];
  readonly encrypted: boolean;
  /** The run, with the end of the other output. */
  readonly result: RunResult;
}

/** The line in front of the members, each of which ends with an empty line. */
const BEGINNING = '----------';

/** The longest line, longer than any path that a system can unpack. */
const LONGEST_LINE = 64 * 1024;

/** How many characters of other output are kept for the log. */
const MOST_SAID = 4000;

/** The number of symbol tables at the beginning of a Unix archive, by its subtype. 7-Zip calls them `1.txt` and `2.txt`. */
const SYMBOL_TABLES: Readonly<Record<string, number>> = { a: 1, lib: 2 };

/**
 * Lists an archive with 7-Zip.
 * @param args switches, and the path
 * @throws ConversionError TOO_COMPLEX where it exceeds the limits
 */
export async function listWithSevenZip(
  args: readonly string[],
  run: Pick<ArchiveRun, 'folder' | 'input'>,
): Promise<Listing> {
  let [type, tables, begun, encrypted, said] = ['', 0, false, false, ''];
  const members: Member[] = [];
  let known = new Map<string, string>();
  const finish = () => {
    if (known.size === 0) return;
    encrypted ||= known.get('Encrypted') === '+';
    // One more than the limit is enough for an error.
    const member = memberOf(known);
    const isTable = members.length < tables && member.name.toString() === `${members.length + 1}.txt`;
    if (members.length <= LIMITS.entries) members.push(isTable ? { ...member, stream: true } : member);
    known = new Map();
  };
  const onLine = (line: string) => {
    const [, key = '', value = ''] = /^([A-Z][A-Za-z ]{1,30}) = (.*)$/s.exec(line) ?? [];
    if (!begun && key === 'Type') type = value;
    if (!begun && key === 'SubType') tables = SYMBOL_TABLES[value] ?? 0;
    if (line === BEGINNING) begun = true;
    else if (begun && line === '') finish();
    // The first value counts: a comment comes later, and may contain lines that look like properties.
    else if (begun && key !== '' && !known.has(key)) known.set(key, value);
    else said = `${said}${line}\n`.slice(-MOST_SAID);
  };
  // Latin-1 keeps the bytes of names.
  const lines = new LineSplitter(LONGEST_LINE, onLine, 'latin1');
  let fault: unknown;
  const onOutput = (bytes: Buffer) => {
    try {
      if (!fault) lines.push(bytes);
    } catch (error) {
      fault = error;
    }
  };
  const result = await runSevenZip(['l', '-slt', ...args], { ...run, onOutput });
  finish();
  checkMembers(members);
  const failed = fault ? { exitCode: 2 } : {};
  return { type, members, encrypted, result: { ...result, ...failed, stdout: said } };
}

function memberOf(known: ReadonlyMap<string, string>): Member {
  const [modified = '', links = 0] = [known.get('Modified'), Number(known.get('Links'))];
  const attributes = known.get('Mode') || known.get('Attributes') || '';
  const stream = known.get('Alternate Stream') === '+';
  const folder = !stream && (known.get('Folder') === '+' || /^D|(?:^| )d/.test(attributes));
  const [letters] = /[rwxsStT-]{9}$/.exec(attributes) ?? [];
  const time = Math.floor(Date.parse(`${modified.slice(0, 19).replace(' ', 'T')}Z`) / 1000) || 0;
  return {
    name: Buffer.from(known.get('Path') ?? '', 'latin1'),
    kind: folder ? 'folder' : isLink(known, attributes) ? 'link' : 'file',
    stream,
    size: folder ? 0 : Number(known.get('Size')) || 0,
    mode: letters === undefined ? undefined : modeOf(letters),
    time,
    target: targetOf(known),
    inode: links > 1 ? known.get('iNode') : undefined,
  };
}

/** Whether a member is a symbolic link, by its Unix mode or its Windows attribute. */
function isLink(known: ReadonlyMap<string, string>, attributes: string): boolean {
  return (
    targetOf(known) !== undefined || /(?:^| )l[r-][w-]/.test(attributes) || /^[A-KM-Z]*L[A-Z]*(?: |$)/.test(attributes)
  );
}

/** The target of a link, if it is listed. Windows has backslashes, and a display name in front of the target. */
function targetOf(known: ReadonlyMap<string, string>): Buffer | undefined {
  const target =
    known.get('Symbolic Link') ||
    known
      .get('Link')
      ?.replace(/^.* : /, '')
      .replaceAll('\\', '/');
  return target ? Buffer.from(target, 'latin1') : undefined;
}

function modeOf(letters: string): number {
  return [...letters].reduce((mode, letter) => mode * 2 + ('-ST'.includes(letter) ? 0 : 1), 0);
}
