import { applyEdits, type Edit, type Token, tokensOf } from '../../markup.ts';
import { liftBoxes } from './lift-boxes.ts';

/** Elements around a text that pandoc leaves out with all that is in them: fields, marks of other programs, directions. */
const WRAPPERS: readonly string[] = ['fldsimple', 'customxml', 'bdo', 'dir', 'rubybase'];
/** What a control is made of; pandoc looks into it but where it stands around rows or cells. */
const CONTROLS: readonly string[] = ['sdt', 'sdtcontent'];
const TABLES: readonly string[] = ['tbl', 'tr'];
/** A text with another above it, which stands in a run; its own runs are to stand beside that. */
const RUBY = 'ruby';
const OUT_OF_RUN = { open: '</w:r>', close: '<w:r>' } as const;

const WRAPPED = /<w:(?:fldSimple|customXml|bdo|dir|ruby|sdt|txbxContent|comment\w{1,20})[\s>]/;

/** Where a comment begins and ends, and where its sign stands: pandoc tells it where it begins, which is to be at the sign. */
const COMMENT_RANGE: readonly string[] = ['commentrangestart', 'commentrangeend'];
const COMMENT = 'commentreference';

/** An element around what is looked at. */
interface Around {
  readonly name: string;
  /** What it counts as: an element that is taken away counts as what is around it. */
  readonly counts: string;
  readonly away: boolean;
}

/**
 * A text of Word (ECMA-376, 17.3 to 17.16) without the elements that pandoc would leave out with all that is in them: of
 * captions it has no numbers otherwise, and of form letters no names. What is in boxes follows the paragraph that they
 * hang on, and of what stands above a line nothing is left.
 */
export function unwrapWord(xml: string): string {
  return WRAPPED.test(xml) ? unwrapElements(liftBoxes(xml, { paragraphs: ['w:p'], boxes: ['w:txbxContent'] })) : xml;
}

function unwrapElements(xml: string): string {
  const edits: Edit[] = [];
  const open: Around[] = [];
  for (const token of tokensOf(xml)) {
    if (!isOfWord(xml, token)) continue;
    const { kind, name, start, end } = token;
    const top = open.at(-1);
    if (kind === 'close') {
      if (top?.name !== name) continue;
      open.pop();
      if (top.away) edits.push({ start, end, text: name === RUBY ? OUT_OF_RUN.close : '' });
      continue;
    }
    const around = top?.counts ?? '';
    const empty = xml[end - 2] === '/';
    if (name === COMMENT && empty) edits.push({ start, end, text: commentAt(xml.slice(start, end)) });
    const away = isAway(name, around, empty);
    if (away) edits.push({ start, end, text: name === RUBY ? OUT_OF_RUN.open : '' });
    if (!empty) open.push({ name, counts: away ? around : name, away });
  }
  return applyEdits(xml, edits);
}

function isAway(name: string, around: string, empty: boolean): boolean {
  if (name === RUBY) return around === 'r' && !empty;
  if (COMMENT_RANGE.includes(name)) return true;
  return WRAPPERS.includes(name) || (CONTROLS.includes(name) && TABLES.includes(around));
}

/** The sign of a comment stands in a run, and its beginning beside that. */
function commentAt(sign: string): string {
  return OUT_OF_RUN.open + sign.replace('commentReference', 'commentRangeStart') + OUT_OF_RUN.close;
}

/** Whether a token is a tag of a text: drawings and formulas in it have elements of the same names. */
function isOfWord(xml: string, { kind, start }: Token): boolean {
  if (kind !== 'open' && kind !== 'close') return false;
  return xml.startsWith(kind === 'close' ? '</w:' : '<w:', start);
}
