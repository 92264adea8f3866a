import type { FormatName } from '../../../conversion/formats.ts';
import { liftOpenDocument } from '../../pandoc/packages/unwrap-open-document.ts';
import { showForms } from '../form-fields.ts';
import { acceptChanges } from './accept-changes.ts';
import { commentsToNotes, notesToEnd } from './move-notes.ts';
import { nameObjects } from './name-objects.ts';
import { showSymbols } from './show-symbols.ts';

/** LibreOffice writes headings of pages with the numbers right before their words. */
const divideNumbers = (xml: string) =>
  xml.includes('<text:h')
    ? xml.replace(/<text:outline-level-style\b[^<>]*>/g, (tag) =>
        NUMBERED.test(tag) ? tag.replace(/num-list-format="[^"]+/, '$& ') : tag,
      )
    : xml;
const NUMBERED = / style:num-format="[^"]/;

/** The edits, in order, without which LibreOffice would leave something out of a target. */
const EDITS: Partial<Record<FormatName, readonly ((xml: string) => string)[]>> = {
  html: [acceptChanges, (xml) => showForms(xml, true), showSymbols, divideNumbers],
  xhtml: [acceptChanges, showForms, showSymbols, nameObjects, liftOpenDocument],
  txt: [acceptChanges, showForms, showSymbols, nameObjects, commentsToNotes, liftOpenDocument, notesToEnd],
};

/** Documents of word processors; other texts have no changes, comments or objects. */
const DOCUMENTS: readonly FormatName[] = [
  ...(['docx', 'doc', 'odt', 'fodt', 'rtf', 'sxw', 'abw', 'wpd', 'wps', 'wri', 'sdw', 'pages'] as const),
];

/**
 * The edit of flat OpenDocument for a target without changes, comments, boxes or charts: changes are accepted, and the
 * rest becomes words.
 * @returns nothing where these formats need no edit
 */
export function reductionFor(source: FormatName, target: FormatName): ((xml: string) => string) | undefined {
  const edits = DOCUMENTS.includes(source) ? EDITS[target] : undefined;
  return edits && ((xml) => edits.reduce((text, edit) => edit(text), xml));
}
