import {
  type Attributes,
  type Element,
  inOrder,
  NO_ATTRIBUTES,
  type Rule,
  rewrite,
  type Tree,
  textOf,
  wordsOf,
} from '../tree.ts';
import type { Writer } from '../writers.ts';
import { unwrapped } from './filter-text.ts';

/** The pictures that were written by us. */
const OURS = /^media\/picture-\d{3,5}\.[a-z]{3,4}$/;

/**
 * A document with the elements that its target can hold, and a title where its format has no other place for one. What
 * is left in it by which pandoc could be made to read a file, the script takes away that stands before each writer.
 */
export function prepareTree(tree: Tree, writer: Writer): Tree {
  const rules = inOrder(
    dropRaw(writer.raw ?? []),
    unwrap(unwrapped(writer)),
    ...(writer.pictures === 'files' ? [ownPictures] : []),
  );
  const prepared = {
    ...tree,
    meta: rewrite(tree.meta, inOrder(dropRaw([]), ownPictures)),
    blocks: rewrite(tree.blocks, rules),
  };
  const summed = writer.abstract ? prepared : withAbstract(prepared);
  if (writer.untitled) return withTitle(summed);
  return writer.headed ? withHeading(summed) : summed;
}

/** The abstract as a section of its own, below a heading that is the title. */
function withAbstract(tree: Tree): Tree {
  const { abstract, title, ...meta } = tree.meta;
  const text = abstract && blocksOf(abstract);
  if (!text || textOf(text).trim() === '') return tree;
  const heading = { t: 'Header', c: [1, NO_ATTRIBUTES, wordsOf('Abstract')] };
  const [first, ...rest] = tree.blocks;
  const isTitle = first?.t === 'Header' && textOf(first.c).trim() === textOf(title).trim();
  const blocks = isTitle ? [first, heading, ...text, ...rest] : [heading, ...text, ...tree.blocks];
  return { ...tree, meta: { ...meta, ...(title && { title }) }, blocks };
}

function blocksOf({ t, c }: Element): Element[] {
  if (t === 'MetaBlocks') return c as Element[];
  return [{ t: 'Para', c: t === 'MetaInlines' ? c : wordsOf(textOf({ t, c })) }];
}

function dropRaw(raw: readonly string[]): Rule {
  return (element) => {
    if (element.t !== 'RawBlock' && element.t !== 'RawInline') return element;
    return raw.includes((element.c as [string, string])[0]) ? element : [];
  };
}

function unwrap(wrappings: readonly string[]): Rule {
  return (element) => {
    if (element.t !== 'Div') return element;
    const [[, classes], within] = element.c as [Attributes, Element[]];
    return classes.some((name) => wrappings.includes(name)) ? within : element;
  };
}

const ownPictures: Rule = (element) => {
  if (element.t !== 'Image') return element;
  const [, words, [address]] = element.c as [Attributes, Element[], [string, string]];
  return OURS.test(address) ? element : words;
};

/** Title and authors as the text begins with them, where it does not begin so already. */
function withTitle(tree: Tree): Tree {
  const { title, subtitle, author, creator, date } = tree.meta;
  const [first] = tree.blocks;
  const words = textOf(title).trim();
  const there = words === '' || (first?.t === 'Header' && textOf(first.c).trim() === words);
  const lines = [subtitle, author ?? creator, date].map((part) => textOf(part).trim()).filter((line) => line !== '');
  const heading = there ? [] : [{ t: 'Header', c: [1, NO_ATTRIBUTES, wordsOf(words)] }];
  const below = there ? [] : lines.map((line) => ({ t: 'Para', c: wordsOf(line) }));
  return { ...tree, blocks: [...heading, ...below, ...tree.blocks] };
}

/** A text that begins without a heading gets one. */
function withHeading(tree: Tree): Tree {
  if (tree.blocks[0]?.t === 'Header') return tree;
  const words = wordsOf(textOf(tree.meta.title).trim() || 'Document');
  return { ...tree, blocks: [{ t: 'Header', c: [1, NO_ATTRIBUTES, words] }, ...tree.blocks] };
}
