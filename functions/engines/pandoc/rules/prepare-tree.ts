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

/** What is kept of what a document says of itself. Other names can be orders to pandoc: files to take in, or scripts. */
const KEPT: readonly string[] = [
  ...['title', 'subtitle', 'author', 'date', 'abstract', 'lang', 'keywords', 'subject', 'description'],
  // of manual pages, notebooks and bibliographies
  ...['section', 'header', 'footer', 'jupyter', 'references', 'nocite'],
];

/** Where elements have attributes. */
const ATTRIBUTES: Readonly<Record<string, number>> = {
  ...{ Code: 0, CodeBlock: 0, Header: 1, Div: 0, Span: 0, Link: 0, Image: 0, Table: 0, Figure: 0 },
};
/** Attributes that say how large something is. All others are for programs, and some of them name files. */
const SIZES: readonly string[] = ['width', 'height'];

/** The pictures that were written by us. */
const OURS = /^media\/picture-\d{3,5}\.[a-z]{3,4}$/;

/** A document with nothing in it by which pandoc could be made to read a file, and a title where its format has one. */
export function prepareTree(tree: Tree, writer: Writer): Tree {
  const rules = inOrder(
    dropRaw(writer.raw ?? []),
    unwrap(writer.format === 'ipynb' ? ['cell', 'output'] : []),
    ...(writer.pictures === 'files' ? [ownPictures, keepSizes] : []),
  );
  const kept = Object.entries(tree.meta).filter(([name]) => KEPT.includes(name));
  const author = tree.meta.author ?? tree.meta.creator;
  const meta = { ...Object.fromEntries(kept), ...(author && { author }) };
  const prepared = {
    ...tree,
    meta: rewrite(meta, inOrder(dropRaw([]), ownPictures)),
    blocks: rewrite(tree.blocks, rules),
  };
  if (writer.untitled) return withTitle(prepared);
  return named(writer.headed ? withHeading(prepared) : prepared);
}

function dropRaw(raw: readonly string[]): Rule {
  return (element) => {
    if (element.t !== 'RawBlock' && element.t !== 'RawInline') return element;
    return raw.includes((element.c as [string, string])[0]) ? element : [];
  };
}

/** Elements around lists of literature and cells of notebooks, which some writers leave out and others name. */
const WRAPPINGS: readonly string[] = ['references', 'csl-entry', 'cell', 'output'];

function unwrap(kept: readonly string[]): Rule {
  return (element) => {
    if (element.t !== 'Div') return element;
    const [[, classes], within] = element.c as [Attributes, Element[]];
    return classes.some((name) => WRAPPINGS.includes(name) && !kept.includes(name)) ? within : element;
  };
}

const ownPictures: Rule = (element) => {
  if (element.t !== 'Image') return element;
  const [, words, [address]] = element.c as [Attributes, Element[], [string, string]];
  return OURS.test(address) ? element : words;
};

const keepSizes: Rule = (element) => {
  const place = ATTRIBUTES[element.t];
  if (place === undefined) return element;
  const parts = [...(element.c as unknown[])];
  const [name, classes, others] = parts[place] as Attributes;
  parts[place] = [name, classes, others.filter(([key]) => SIZES.includes(key))];
  return { t: element.t, c: parts };
};

/** Title and authors as the text begins with them, where it does not begin so already. */
function withTitle(tree: Tree): Tree {
  const { title, subtitle, author, date } = tree.meta;
  const [first] = tree.blocks;
  const words = textOf(title).trim();
  const there = words === '' || (first?.t === 'Header' && textOf(first.c).trim() === words);
  const lines = [subtitle, author, date].map((part) => textOf(part).trim()).filter((line) => line !== '');
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

/** A document without a title is called by its first heading where it has to be called something. */
function named(tree: Tree): Tree {
  if (textOf(tree.meta.title).trim() !== '') return tree;
  const heading = tree.blocks.find(({ t }) => t === 'Header');
  const name = textOf(heading?.c).trim() || 'Document';
  return { ...tree, meta: { ...tree.meta, pagetitle: { t: 'MetaString', c: name } } };
}
