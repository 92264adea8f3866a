import { attribute } from '../../markup.ts';
import { elementsOf, type Node, xmlTree } from '../office/xml-tree.ts';

/** A level of a list: the number that it begins with, how numbers are written, and the text around them. */
interface Level {
  readonly start: number;
  readonly format: string;
  readonly text: string;
  readonly isLegal: boolean;
  readonly gap: string;
}

/** The levels of a list, those of styles, and the numbers that its entries have come to. */
interface List {
  readonly levels: ReadonlyMap<number, Level>;
  readonly levelOfStyle: ReadonlyMap<string, number>;
  counts: (number | undefined)[];
}

/** What a paragraph or its style says of its number, and the style that it is based on. */
export interface Numbered {
  style?: string | undefined;
  list?: string | undefined;
  level?: string | undefined;
}

interface Style extends Numbered {
  readonly name: string;
}

/** Levels of a list, of which Word has nine, and styles that are based on each other. */
const MOST_LEVELS = 9;
const MOST_BASES = 20;
/** Characters around a number. */
const LONGEST_TEXT = 100;
const HEADING = /^heading [1-9]$/i;

/** Finds the numbers of the headings of a Word document, which are in no text (ECMA-376, 17.9 and 17.7). */
export class Numbering {
  private readonly styles: ReadonlyMap<string, Style>;
  private readonly lists: ReadonlyMap<string, { readonly list: List; readonly starts: Map<number, number> }>;

  public constructor(styles: string, numbering: string) {
    this.styles = new Map(childrenOf(xmlTree(styles, 'styles'), 'style').map(styleOf));
    const root = xmlTree(numbering, 'numbering');
    const lists = new Map(childrenOf(root, 'abstractNum').map(listOf));
    this.lists = new Map(
      childrenOf(root, 'num').flatMap((num) => {
        const list = lists.get(valueIn(num, 'abstractNumId') ?? '');
        return list ? [[said(num, 'numId'), { list, starts: startsOf(num) }]] : [];
      }),
    );
  }

  /** Counts a paragraph. @returns its number, where it is a heading with one */
  public count(paragraph: Numbered): string | undefined {
    const bases = this.basesOf(paragraph.style);
    const known = this.lists.get([paragraph, ...bases].find(({ list }) => list !== undefined)?.list ?? '');
    if (!known) return undefined;
    const { list, starts } = known;
    const byStyle = list.levelOfStyle.get(paragraph.style ?? '');
    const level = levelOf(paragraph.level ?? byStyle ?? bases.find((base) => base.level !== undefined)?.level);
    for (const [each, start] of starts) list.counts[each] = start - 1;
    starts.clear();
    const before = list.counts[level] ?? (list.levels.get(level)?.start ?? 1) - 1;
    list.counts = [...list.counts.slice(0, level), before + 1];
    return bases.some(({ name }) => HEADING.test(name)) ? labelOf(list, level) : undefined;
  }

  /** A style and those that it is based on. */
  private basesOf(id: string | undefined): Style[] {
    const bases: Style[] = [];
    for (let at = this.styles.get(id ?? ''); at && bases.length < MOST_BASES; at = this.styles.get(at.style ?? ''))
      bases.push(at);
    return bases;
  }
}

/** Names of nodes are in lower case. */
const childrenOf = (node: Node | undefined, name: string) => (node ? elementsOf(node, name.toLowerCase()) : []);
const said = ({ tag }: Node, name: string) => attribute(tag, `w:${name}`) ?? '';
const levelOf = (value: string | number | undefined) =>
  Math.max(0, Math.min(MOST_LEVELS - 1, Math.trunc(Number(value)) || 0));

/** The value of an element that is found by the names of those around it. */
function valueIn(node: Node, ...path: readonly string[]): string | undefined {
  const [found] = path.reduce<Node[]>((nodes, name) => nodes.flatMap((each) => childrenOf(each, name)), [node]);
  return found && attribute(found.tag, 'w:val');
}

function styleOf(style: Node): [string, Style] {
  const numbers = ['pPr', 'numPr'];
  return [
    said(style, 'styleId'),
    {
      name: valueIn(style, 'name') ?? '',
      style: valueIn(style, 'basedOn'),
      list: valueIn(style, ...numbers, 'numId'),
      level: valueIn(style, ...numbers, 'ilvl'),
    },
  ];
}

function listOf(list: Node): [string, List] {
  const levels = childrenOf(list, 'lvl').map((level): [number, Node] => [levelOf(said(level, 'ilvl')), level]);
  return [
    said(list, 'abstractNumId'),
    {
      levels: new Map(
        levels.map(([at, level]) => [
          at,
          {
            start: Number(valueIn(level, 'start') ?? 1) || 0,
            format: valueIn(level, 'numFmt') ?? 'decimal',
            text: (valueIn(level, 'lvlText') ?? '').slice(0, LONGEST_TEXT),
            isLegal: childrenOf(level, 'isLgl').length > 0,
            gap: valueIn(level, 'suff') === 'nothing' ? '' : ' ',
          },
        ]),
      ),
      levelOfStyle: new Map(levels.map(([at, level]) => [valueIn(level, 'pStyle') ?? '-', at])),
      counts: [],
    },
  ];
}

/** Where a use of a list begins anew. */
function startsOf(num: Node): Map<number, number> {
  return new Map(
    childrenOf(num, 'lvlOverride').flatMap((override) => {
      const start = valueIn(override, 'startOverride');
      return start === undefined ? [] : [[levelOf(said(override, 'ilvl')), Number(start) || 0]];
    }),
  );
}

function labelOf({ levels, counts }: List, level: number): string | undefined {
  const { format, text, isLegal, gap } = levels.get(level) ?? { format: 'bullet', text: '', isLegal: false, gap: '' };
  if (format === 'bullet' || text === '') return undefined;
  const label = text.replace(/%([1-9])/g, (_, digit) => {
    const of = levels.get(Number(digit) - 1);
    return numeral(counts[Number(digit) - 1] ?? of?.start ?? 1, isLegal ? 'decimal' : (of?.format ?? 'decimal'));
  });
  return label.trimEnd() + gap;
}

const ROMAN = 'M1000 CM900 D500 CD400 C100 XC90 L50 XL40 X10 IX9 V5 IV4 I1'.split(' ');
/** Greater numbers are written in digits. */
const MOST_ROMAN = 3999;
const LETTERS = 26;

function numeral(count: number, format: string): string {
  if (format === 'none') return '';
  if (format === 'decimalZero') return String(count).padStart(2, '0');
  const isLower = format.startsWith('lower');
  const written = format.endsWith('Roman') ? roman(count) : format.endsWith('Letter') ? letters(count) : String(count);
  return isLower ? written.toLowerCase() : written;
}

function roman(count: number): string {
  if (count > MOST_ROMAN) return String(count);
  let [left, written] = [count, ''];
  for (const sign of ROMAN) {
    const [letter = '', value = 1] = [sign.replace(/\d+/, ''), Number(sign.replace(/\D+/, ''))];
    for (; left >= value; left -= value) written += letter;
  }
  return written;
}

/** After Z come AA, BB and so on. */
function letters(count: number): string {
  const letter = String.fromCharCode(65 + ((count + LETTERS - 1) % LETTERS));
  return letter.repeat(Math.min(MOST_LEVELS, Math.max(1, Math.ceil(count / LETTERS))));
}
