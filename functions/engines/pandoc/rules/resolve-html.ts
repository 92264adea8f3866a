import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTree } from '../read-tree.ts';
import { type Attributes, type Element, rewrite, type Tree } from '../tree.ts';
import { closeTags } from './close-tags.ts';
import { foldTags } from './fold-tags.ts';

/** Makes elements of the HTML in a document, for targets that cannot hold it as it is. */
export async function resolveHtml(tree: Tree, folder: string): Promise<Tree> {
  const found = new Set<string>();
  rewrite(tree.blocks, (element) => {
    if (isHtml(element)) found.add(contentOf(element));
    return element;
  });
  const blocks = found.size > 0 ? await readBlocks([...found], folder) : new Map<string, readonly Element[]>();
  const resolved = rewrite(tree.blocks, (element) => {
    if (isHtml(element)) return blocks.get(contentOf(element)) ?? [];
    return withLines(element, foldTags);
  });
  return { ...tree, blocks: resolved };
}

function isHtml({ t, c }: Element): boolean {
  return t === 'RawBlock' && (c as [string, string])[0] === 'html';
}

function contentOf({ c }: Element): string {
  return (c as [string, string])[1];
}

/** Reads pieces of HTML as one page, each in an element with a name that nobody knows. */
async function readBlocks(pieces: readonly string[], folder: string): Promise<Map<string, readonly Element[]>> {
  const mark = randomUUID();
  const page = pieces.map((piece, index) => `<div id="${mark}-${index}">${closeTags(piece)}</div>\n`).join('');
  const sourcePath = join(folder, 'pieces.html');
  await writeFile(sourcePath, page);
  const { blocks } = await readTree({ sourcePath, sourceFormat: 'html', folder });
  const read = new Map<string, readonly Element[]>();
  rewrite(blocks, (element) => {
    if (element.t !== 'Div') return element;
    const [[name], within] = element.c as [Attributes, Element[]];
    const piece = name.startsWith(mark) ? pieces[Number(name.slice(mark.length + 1))] : undefined;
    if (piece !== undefined) read.set(piece, within);
    return element;
  });
  return read;
}

/** Where lines stand in elements that have some. */
const LINES: Readonly<Record<string, number | 'whole'>> = {
  ...{ Plain: 'whole', Para: 'whole', Emph: 'whole', Strong: 'whole', Strikeout: 'whole', Underline: 'whole' },
  ...{ Header: 2, Link: 1, Span: 1, Quoted: 1, Image: 1 },
};

/** An element with its lines made into others. */
export function withLines(element: Element, change: (line: readonly Element[]) => Element[]): Element {
  const place = LINES[element.t];
  if (place === undefined) return element;
  if (place === 'whole') return { t: element.t, c: change(element.c as Element[]) };
  const parts = [...(element.c as unknown[])];
  parts[place] = change(parts[place] as Element[]);
  return { t: element.t, c: parts };
}
