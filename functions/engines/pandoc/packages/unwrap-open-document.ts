import { applyEdits, type Edit, tokensOf } from '../../markup.ts';
import { showForms } from '../../office/form-fields.ts';
import { commentsToNotes } from '../../office/text-only/move-notes.ts';
import { liftBoxes } from './lift-boxes.ts';

/** Fields and ruby, whose text is shown. */
const FIELDS = [
  ...['date', 'time', 'author-name', 'author-initials', 'title', 'subject', 'keywords', 'description', 'creator'],
  ...['initial-creator', 'creation-date', 'creation-time', 'modification-date', 'modification-time', 'print-date'],
  ...['print-time', 'printed-by', 'editing-cycles', 'editing-duration', 'file-name', 'sheet-name', 'chapter'],
  ...['variable-set', 'variable-get', 'variable-input', 'user-field-get', 'user-field-input', 'user-defined'],
  ...['expression', 'text-input', 'placeholder', 'drop-down', 'measure', 'meta-field', 'ruby', 'ruby-base'],
  ...['page-number', 'page-count', 'paragraph-count', 'word-count', 'character-count', 'table-count', 'image-count'],
  ...['sender-firstname', 'sender-lastname', 'sender-company', 'sender-street', 'sender-city', 'sender-country'],
  ...['sender-title', 'sender-position', 'sender-email', 'sender-postal-code', 'sender-phone-work', 'sender-fax'],
];
/** Header rows, and groups of rows. */
const GROUPS = ['table-header-rows', 'table-rows', 'table-row-group'];

const WRAPPERS: ReadonlySet<string> = new Set([
  ...FIELDS.map((name) => `text:${name}`),
  ...GROUPS.map((name) => `table:${name}`),
]);

/** Text boxes, and shapes with text. */
const BOXES = ['text-box', 'custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'path', 'caption'];
const NAMES = { paragraphs: ['text:p', 'text:h'], boxes: BOXES.map((name) => `draw:${name}`) };

/** Moves the content of text boxes in OpenDocument after the paragraphs that they are anchored to. */
export function liftOpenDocument(xml: string): string {
  return liftBoxes(xml, NAMES);
}

/**
 * Unwraps the elements of OpenDocument 1.3 that pandoc would drop with their content, such as header rows and date fields,
 * and moves the content of text boxes after their paragraphs.
 */
export function unwrapOpenDocument(xml: string): string {
  const edits: Edit[] = [];
  // Pandoc reads a box with a picture, which holds its caption.
  const lifted = liftBoxes(commentsToNotes(showForms(xml)), { ...NAMES, kept: '<draw:image' });
  for (const { qualified, start, end } of tokensOf(lifted)) {
    if (WRAPPERS.has(qualified)) edits.push({ start, end, text: '' });
  }
  return applyEdits(lifted, edits);
}
