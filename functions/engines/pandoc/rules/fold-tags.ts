import { piecesOf } from '../../markup.ts';
import { attribute } from '../../office/epub/markup.ts';
import { type Element, NO_ATTRIBUTES, textOf } from '../tree.ts';

/** What tags of HTML that stand in a line mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  ...{ b: 'Strong', strong: 'Strong', i: 'Emph', em: 'Emph', cite: 'Emph', dfn: 'Emph', var: 'Emph' },
  ...{ u: 'Underline', ins: 'Underline', s: 'Strikeout', del: 'Strikeout', strike: 'Strikeout' },
  ...{ sub: 'Subscript', sup: 'Superscript', code: 'Code', kbd: 'Code', samp: 'Code', tt: 'Code', a: 'Link' },
};

/** A tag that is open, and what stands in it so far. */
interface Open {
  readonly name: string;
  readonly tag: string;
  readonly within: Element[];
}

/** Makes elements of the tags of HTML in a line; of those that mean nothing here what stands in them stays. */
export function foldTags(line: readonly Element[]): Element[] {
  if (!line.some(isTag)) return [...line];
  const open: Open[] = [{ name: '', tag: '', within: [] }];
  const put = (...elements: readonly Element[]) => open.at(-1)?.within.push(...elements);
  for (const element of line) {
    if (!isTag(element)) {
      put(element);
      continue;
    }
    const tag = (element.c as [string, string])[1];
    const [piece] = piecesOf(tag);
    if (piece?.kind === 'open' && Object.hasOwn(MEANINGS, piece.name)) open.push({ name: piece.name, tag, within: [] });
    else if (piece?.kind === 'open') put(...single(piece.name, tag));
    else if (piece?.kind === 'close' && open.length > 1 && open.at(-1)?.name === piece.name) {
      const closed = open.pop();
      if (closed) put(wrap(closed));
    }
  }
  while (open.length > 1) {
    const unclosed = open.pop();
    if (unclosed) put(...unclosed.within);
  }
  return open[0]?.within ?? [];
}

function isTag({ t, c }: Element): boolean {
  return t === 'RawInline' && (c as [string, string])[0] === 'html';
}

/** Tags that stand alone. */
function single(name: string, tag: string): Element[] {
  if (name === 'br') return [{ t: 'LineBreak' }];
  const address = name === 'img' ? attribute(tag, 'src') : undefined;
  if (address === undefined) return [];
  const words = (attribute(tag, 'alt') ?? '').split(/\s+/).map((word): Element => ({ t: 'Str', c: word }));
  return [{ t: 'Image', c: [NO_ATTRIBUTES, words, [address, attribute(tag, 'title') ?? '']] }];
}

function wrap({ name, tag, within }: Open): Element {
  const meaning = MEANINGS[name] ?? 'Span';
  if (meaning === 'Code') return { t: 'Code', c: [NO_ATTRIBUTES, textOf(within)] };
  if (meaning === 'Link') return { t: 'Link', c: [NO_ATTRIBUTES, within, [attribute(tag, 'href') ?? '', '']] };
  return { t: meaning, c: within };
}
