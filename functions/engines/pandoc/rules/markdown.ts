import {
  type Attributes,
  contains,
  type Element,
  inOrder,
  NO_ATTRIBUTES,
  type Rule,
  rewrite,
  type Tree,
  textOf,
} from '../tree.ts';
import { fenceCode } from './fence-code.ts';
import { plainTable } from './plain-table.ts';

/** What Markdown has no sign for is put as what it has one for, rather than as HTML. */
export function toMarkdown(tree: Tree): Tree {
  const anchors = anchorsOf(tree);
  const blocks = rewrite(tree.blocks, inOrder(unwrap, simplify, plainTable, compactList, linkTo(anchors)));
  return { ...tree, blocks: fenceCode(blocks) };
}

/** Elements that only carry names and looks. */
const unwrap: Rule = (element) => {
  const { t, c } = element;
  if (t === 'Div' || t === 'Span') return (c as [Attributes, Element[]])[1];
  if (t === 'SmallCaps' || t === 'Underline') return c as Element[];
  if ((t === 'Strong' || t === 'Emph' || t === 'Strikeout') && !contains(c, isSeen)) return c as Element[];
  return element;
};

const simplify: Rule = (element) => {
  const { t, c } = element;
  if (t === 'Header') return simplifyHeading(c as [number, Attributes, Element[]]);
  if (t === 'Image' || t === 'Link') return { t, c: [NO_ATTRIBUTES, ...(c as unknown[]).slice(1)] };
  if (t === 'Code') return { t, c: [NO_ATTRIBUTES, (c as unknown[])[1]] };
  if (t === 'Figure') return simplifyFigure(c as [Attributes, [unknown, Element[]], Element[]]);
  if (t === 'LineBlock') return { t: 'Para', c: joinLines(c as Element[][]) };
  if (t === 'DefinitionList')
    return (c as [Element[], Element[][]][]).flatMap(([term, meanings]) => [
      { t: 'Para', c: [{ t: 'Strong', c: term }] },
      { t: 'BulletList', c: meanings },
    ]);
  return element;
};

/** Headings stand out by themselves. */
function simplifyHeading([level, attributes, words]: [number, Attributes, Element[]]): Element | readonly Element[] {
  if (!contains(words, isSeen)) return [];
  const plain = words.flatMap((word) => (word.t === 'Strong' ? (word.c as Element[]) : [word]));
  return { t: 'Header', c: [level, attributes, plain.filter(({ t }) => t !== 'LineBreak')] };
}

function simplifyFigure([, [, caption], content]: [Attributes, [unknown, Element[]], Element[]]): readonly Element[] {
  // Where the picture is described by its caption already, that stands there twice.
  const told = textOf(caption);
  return told === '' || altOf(content) === told ? content : [...content, ...caption];
}

/** What describes a picture that stands alone. */
function altOf(content: readonly Element[]): string {
  const [only] = content;
  const line = content.length === 1 && (only?.t === 'Plain' || only?.t === 'Para') ? (only.c as Element[]) : [];
  const [picture] = line;
  return line.length === 1 && picture?.t === 'Image' ? textOf((picture.c as unknown[])[1]) : '';
}

function joinLines(lines: readonly Element[][]): Element[] {
  return lines.flatMap((line, index) => (index > 0 ? [{ t: 'LineBreak' }, ...line] : line));
}

/** Lists of short entries have no empty lines between them. */
const compactList: Rule = (element) => {
  const { t, c } = element;
  if (t === 'BulletList') return { t, c: compact(c as Element[][]) };
  if (t !== 'OrderedList') return element;
  const [attributes, items] = c as [unknown, Element[][]];
  return { t, c: [attributes, compact(items)] };
};

function compact(items: readonly Element[][]): readonly Element[][] {
  const short = items.every(([first, ...rest]) => first?.t !== 'CodeBlock' && rest.every(({ t }) => /List$/.test(t)));
  if (!short) return items;
  return items.map(([first, ...rest]) =>
    first?.t === 'Para' ? [{ t: 'Plain', c: first.c }, ...rest] : first ? [first, ...rest] : [],
  );
}

/** The names that headings get in Markdown, by those that they had. */
function anchorsOf(tree: Tree): Map<string, string> {
  const [anchors, taken] = [new Map<string, string>(), new Map<string, number>()];
  rewrite(tree.blocks, (element) => {
    if (element.t !== 'Header') return element;
    const [, [name], words] = element.c as [number, Attributes, Element[]];
    const plain = textOf(words).trim().toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    const anchor = count > 0 ? `${slug}-${count}` : slug;
    for (const each of [name, ...namesIn(words)]) if (each !== '') anchors.set(`#${each}`, `#${anchor}`);
    return element;
  });
  return anchors;
}

/** Places that links lead to stand in headings, too. */
function namesIn(words: readonly Element[]): string[] {
  const names: string[] = [];
  rewrite(words, (element) => {
    if (element.t === 'Span') names.push((element.c as [Attributes])[0][0]);
    return element;
  });
  return names;
}

/** Links within the document lead to headings; what led elsewhere in it is no link any more. */
function linkTo(anchors: ReadonlyMap<string, string>): Rule {
  return (element) => {
    if (element.t !== 'Link') return element;
    const [attributes, words, [address, title]] = element.c as [Attributes, Element[], [string, string]];
    if (!address.startsWith('#')) return address === '' ? words : element;
    const anchor = anchors.get(address);
    return anchor === undefined ? words : { t: 'Link', c: [attributes, words, [anchor, title]] };
  };
}

/** Whether an element shows something, by itself. */
function isSeen({ t, c }: Element): boolean {
  return t === 'Str' ? String(c).trim() !== '' : SEEN.includes(t);
}

const SEEN: readonly string[] = ['Image', 'Note', 'Code', 'Math', 'RawInline'];
