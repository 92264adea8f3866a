import { decodeEntities } from '../entities.ts';
import { attribute } from '../markup.ts';
import { attributeOf, elementsOf, type Node, xmlTree } from '../pandoc/office/xml-tree.ts';
import { withoutTrailing } from '../without-trailing.ts';

/** The value of a cell; `undefined` where it is empty. */
export type SheetCell = string | number | boolean | SheetDate | undefined;

/** A date, or a date with a time, in ISO 8601. */
export class SheetDate {
  readonly iso: string;

  constructor(iso: string) {
    this.iso = iso;
  }
}

const LINE = /^\s*<text:p>([^<]*)<\/text:p>\s*$/;
const DATE = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d)(\.\d{1,6})?\d*)?$/;
const DURATION = /^(-?)PT(\d{1,7})H(\d\d)M(\d\d)(?:[.,](\d{1,6})\d*)?S$/;
/** Spaces that one `text:s` may stand for. */
const MOST_SPACES = 1000;

/** Reads a cell of LibreOffice: of a formula its value, of a number all of its digits. */
export function sheetCell(tag: string, content: string): SheetCell {
  const type = attribute(tag, 'office:value-type');
  const value = (name: string) => attribute(tag, `office:${name}`) ?? '';
  if (type === 'float' || type === 'percentage' || type === 'currency') return Number(value('value'));
  if (type === 'boolean') return value('boolean-value') === 'true';
  if (type === 'date') return dateOf(value('date-value'));
  if (type === 'time') return clock(value('time-value'));
  const text = textOf(content);
  return text === '' ? undefined : text;
}

/** What is no calendar date stays a text. */
function dateOf(value: string): SheetCell {
  const [, day, time = '', fraction = ''] = DATE.exec(value) ?? [];
  if (day === undefined) return value;
  return new SheetDate(`${day}${time}${withoutTrailing(withoutTrailing(fraction, '0'), '.')}`);
}

/** A duration as `h:mm:ss`; it may be longer than a day. */
function clock(value: string): string {
  const [, sign, hours, minutes, seconds, fraction = ''] = DURATION.exec(value) ?? [];
  if (hours === undefined) return value;
  const part = withoutTrailing(fraction, '0');
  return `${sign}${hours}:${minutes}:${seconds}${part && `.${part}`}`;
}

/** The paragraphs of the cell itself, without those of its comments and drawings. */
function textOf(content: string): string {
  const line = LINE.exec(content)?.[1];
  if (line !== undefined) return decodeEntities(line);
  const cell = xmlTree(`<cell>${content}</cell>`, 'cell');
  return cell ? elementsOf(cell, 'p').map(lineOf).join('\n') : '';
}

function lineOf(node: Node): string {
  return node.children
    .map((child) => {
      if (typeof child === 'string') return child;
      if (child.name === 's') return ' '.repeat(Math.min(MOST_SPACES, Number(attributeOf(child, 'c') ?? 1) || 1));
      if (child.name === 'tab') return '\t';
      return child.name === 'line-break' ? '\n' : lineOf(child);
    })
    .join('');
}
