import { applyEdits, type Edit, tokensOf } from '../../markup.ts';
import { liftBoxes } from './lift-boxes.ts';

/** Elements that pandoc drops with their content: fields, custom XML, directions. */
const WRAPPERS: readonly string[] = ['w:fldsimple', 'w:customxml', 'w:bdo', 'w:dir', 'w:rubybase'];
/** Content controls, which pandoc reads except around rows or cells. */
const CONTROLS: readonly string[] = ['w:sdt', 'w:sdtcontent'];
const TABLES: readonly string[] = ['w:tbl', 'w:tr'];
/** Ruby is within a run; its own runs have to be beside that. */
const RUBY = 'w:ruby';
const OUT_OF_RUN = { open: '</w:r>', close: '<w:r>' } as const;

const WRAPPED = /<w:(?:fldSimple|customXml|bdo|dir|ruby|sdt|txbxContent|comment\w{1,20})[\s>]/;

/** The range of a comment and its reference: pandoc places a comment at the beginning of its range, we at its reference. */
const COMMENT_RANGE: readonly string[] = ['w:commentrangestart', 'w:commentrangeend'];
const COMMENT = 'w:commentreference';

/** An open element. */
interface Ancestor {
  readonly name: string;
  /** The name of its parent where it is removed, else its own. */
  readonly actsAs: string;
  readonly removed: boolean;
}

/**
 * Unwraps the elements of a Word document (ECMA-376, 17.3 to 17.16) that pandoc would drop with their content, such as
 * the numbers of captions and the names of form letters. The content of text boxes follows their paragraphs, and ruby
 * loses its upper line.
 */
export function unwrapWord(xml: string): string {
  return WRAPPED.test(xml) ? unwrapElements(liftBoxes(xml, { paragraphs: ['w:p'], boxes: ['w:txbxcontent'] })) : xml;
}

function unwrapElements(xml: string): string {
  const edits: Edit[] = [];
  const open: Ancestor[] = [];
  for (const { kind, qualified: name, empty, start, end } of tokensOf(xml)) {
    // Drawings and formulas have elements of the same names.
    if (!name.startsWith('w:')) continue;
    const top = open.at(-1);
    if (kind === 'close') {
      if (top?.name !== name) continue;
      open.pop();
      if (top.removed) edits.push({ start, end, text: name === RUBY ? OUT_OF_RUN.close : '' });
      continue;
    }
    const parent = top?.actsAs ?? '';
    if (name === COMMENT && empty) edits.push({ start, end, text: commentAt(xml.slice(start, end)) });
    const removed = isRemoved(name, parent, empty);
    if (removed) edits.push({ start, end, text: name === RUBY ? OUT_OF_RUN.open : '' });
    if (!empty) open.push({ name, actsAs: removed ? parent : name, removed });
  }
  return applyEdits(xml, edits);
}

function isRemoved(name: string, parent: string, empty: boolean): boolean {
  if (name === RUBY) return parent === 'w:r' && !empty;
  if (COMMENT_RANGE.includes(name)) return true;
  return WRAPPERS.includes(name) || (CONTROLS.includes(name) && TABLES.includes(parent));
}

/** The reference of a comment is within a run; the beginning of its range has to be beside it. */
function commentAt(reference: string): string {
  return OUT_OF_RUN.open + reference.replace('commentReference', 'commentRangeStart') + OUT_OF_RUN.close;
}
