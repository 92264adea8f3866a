import { applyEdits, attribute, type Edit, type Token, tokensOf } from '../markup.ts';

/** A form field that is being read: where it is shown, and what is known of it. */
interface FormField {
  readonly start: number;
  kind?: 'box' | 'list';
  isTicked: boolean;
  chosen: number;
  readonly entries: string[];
}

const OFF = /^(?:0|false|off)$/;

/** Numeric references: parts of packages are Latin-1 strings. */
const BOXES = { ticked: '&#x2612;', open: '&#x2610;' } as const;

function newField(start: number): FormField {
  return { start, isTicked: false, chosen: 0, entries: [] };
}

/** What a reader of the field sees; nothing for fields whose text is in the document. */
function shown({ kind, isTicked, chosen, entries }: FormField): string | undefined {
  if (kind === 'box') return isTicked ? BOXES.ticked : BOXES.open;
  return kind === 'list' ? entries[chosen] : undefined;
}

/** Shows the ticks and choices of Word's form fields (ECMA-376, 17.16.17), which are in no text, before their fields. */
export function showWordForms(xml: string): string {
  if (!xml.includes('<w:ffData')) return xml;
  const edits: Edit[] = [];
  let field: FormField | undefined;
  for (const token of tokensOf(xml)) {
    const { kind, qualified, start } = token;
    if (qualified === 'w:fldchar' && kind === 'open') field = token.empty ? undefined : newField(start);
    else if (qualified === 'w:fldchar' && field) {
      const text = shown(field);
      if (text !== undefined)
        edits.push({ start: field.start, end: field.start, text: `<w:t>${text}</w:t></w:r><w:r>` });
      field = undefined;
    } else if (field && kind === 'open') readWord(field, token, attribute(xml.slice(start, token.end), 'w:val'));
  }
  return applyEdits(xml, edits);
}

function readWord(field: FormField, { qualified }: Token, value: string | undefined): void {
  if (qualified === 'w:checkbox') field.kind = 'box';
  else if (qualified === 'w:ddlist') field.kind = 'list';
  else if (qualified === 'w:listentry') field.entries.push(value ?? '');
  else if (qualified === 'w:checked') field.isTicked = !OFF.test(value ?? '');
  else if (qualified === 'w:result') field.chosen = Number(value);
  else if (qualified === 'w:default') {
    if (field.kind === 'box') field.isTicked = !OFF.test(value ?? '');
    else field.chosen = Number(value);
  }
}

/**
 * As above, in place of the fields of OpenDocument by LibreOffice.
 * @param hasBoxes whether the target has boxes to tick itself
 */
export function showForms(xml: string, hasBoxes = false): string {
  if (!xml.includes('<field:fieldmark')) return xml;
  const edits: Edit[] = [];
  let field: FormField | undefined;
  for (const { kind, qualified, empty, start, end } of tokensOf(xml)) {
    if (qualified === 'field:fieldmark' && kind === 'open') {
      field = newField(start);
      const type = attribute(xml.slice(start, end), 'field:type') ?? '';
      if (type.endsWith('FORMCHECKBOX') && !hasBoxes) field.kind = 'box';
      else if (type.endsWith('FORMDROPDOWN')) field.kind = 'list';
    } else if (qualified === 'field:param' && field) {
      const tag = xml.slice(start, end);
      readParameter(field, attribute(tag, 'field:name') ?? '', attribute(tag, 'field:value') ?? '');
    }
    if (!field || qualified !== 'field:fieldmark' || (kind === 'open' && !empty)) continue;
    const text = shown(field);
    if (text !== undefined) edits.push({ start: field.start, end, text });
    field = undefined;
  }
  return applyEdits(xml, edits);
}

function readParameter(field: FormField, name: string, value: string): void {
  if (name === 'Checkbox_Checked') field.isTicked = value === 'true';
  else if (name === 'Dropdown_ListEntry') field.entries.push(value);
  else if (name === 'Dropdown_Selected') field.chosen = Number(value);
}
