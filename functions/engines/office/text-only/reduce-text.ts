import type { FormatName } from '../../../conversion/formats.ts';
import { liftOpenDocument } from '../../pandoc/packages/unwrap-open-document.ts';
import { acceptChanges } from './accept-changes.ts';
import { commentsToNotes, notesToEnd } from './move-notes.ts';
import { nameObjects } from './name-objects.ts';

/** What is done to a text so that LibreOffice leaves nothing of it out, in this order. */
const EDITS: Partial<Record<FormatName, readonly ((xml: string) => string)[]>> = {
  html: [acceptChanges],
  xhtml: [acceptChanges, nameObjects, liftOpenDocument],
  epub: [acceptChanges, nameObjects, commentsToNotes, liftOpenDocument],
  txt: [acceptChanges, nameObjects, commentsToNotes, liftOpenDocument, notesToEnd],
};

/** Documents of word processors: other texts have nothing beside their text. */
const DOCUMENTS: readonly FormatName[] = [
  ...(['docx', 'doc', 'odt', 'fodt', 'rtf', 'sxw', 'abw', 'wpd', 'wps', 'wri', 'sdw', 'pages'] as const),
];

/**
 * Makes a flat text one that a target without changes, comments, boxes or charts holds: changes are accepted, and the rest
 * is told in words.
 * @returns nothing where there is nothing to be done for these formats
 */
export function reductionFor(source: FormatName, target: FormatName): ((xml: string) => string) | undefined {
  const edits = DOCUMENTS.includes(source) ? EDITS[target] : undefined;
  return edits && ((xml) => edits.reduce((text, edit) => edit(text), xml));
}
