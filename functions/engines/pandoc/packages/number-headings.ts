import { openZip } from '../../../detection/document-zip.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { inspect } from '../../read/inspect.ts';
import { type Numbered, Numbering } from './numbering.ts';

/** Bytes of a part that is read. */
const LARGEST = 4 * 1024 * 1024;

/**
 * Writes the numbers of headings into a Word document: pandoc drops them, and LibreOffice makes lists of some headings in a
 * page.
 */
export function headingNumberer(path: string): (xml: string) => string {
  const [styles = '', numbering = ''] = inspect(path, (read, size) => {
    const zip = openZip(read, size);
    return ['styles', 'numbering'].map((part) => zip.data(`word/${part}.xml`, LARGEST)?.toString('latin1'));
  });
  if (!numbering.includes('<w:num ')) return (xml) => xml;
  return (xml) => numberHeadings(xml, new Numbering(styles, numbering));
}

export function numberHeadings(xml: string, numbering: Numbering): string {
  const edits: Edit[] = [];
  let paragraph: Numbered | undefined;
  let isFormer = false;
  for (const { kind, qualified, empty, start, end } of tokensOf(xml)) {
    // What a paragraph was before a tracked change.
    if (qualified === 'w:pprchange') isFormer = kind === 'open' && !empty;
    else if (isFormer) continue;
    else if (qualified === 'w:ppr' && kind === 'open') paragraph = empty ? undefined : {};
    else if (qualified === 'w:ppr') {
      const label = paragraph && numbering.count(paragraph);
      const run = `<w:r><w:t xml:space="preserve">${label}</w:t></w:r>`;
      if (label) edits.push({ start, end, text: NO_NUMBER + xml.slice(start, end) + run });
      paragraph = undefined;
    } else if (paragraph && kind === 'open') {
      const name = NAMES[qualified];
      if (name) paragraph[name] = attribute(xml.slice(start, end), 'w:val');
    }
  }
  return applyEdits(xml, edits);
}

const NO_NUMBER = '<w:numPr><w:numId w:val="0"/></w:numPr>';
const NAMES: Readonly<Record<string, keyof Numbered>> = { 'w:pstyle': 'style', 'w:numid': 'list', 'w:ilvl': 'level' };
