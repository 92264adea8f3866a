import { readFile, stat } from 'node:fs/promises';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import { around } from '../page.ts';
import type { Tag, TaggedText } from './tag.ts';
import { type TreeNode, tagsOfTree } from './tags-of-tree.ts';

/** Files with more bytes or pages are read without their tags, and so are all pages after so many seconds. */
const MOST_BYTES = 50_000_000;
const MOST_PAGES = 500;
const MOST_SECONDS = 30;
/** How far letters reach below their line, as a share of their height. */
const DESCENT = 0.25;

/**
 * Reads the structure tree of a tagged PDF file with pdf.js.
 * @param numbers of tagged pages, from 1
 * @returns the texts that it has an element for, by the number of the page; nothing where pdf.js
 * cannot read the file
 */
export async function readTags(path: string, numbers: readonly number[]): Promise<ReadonlyMap<number, TaggedText[]>> {
  const pages = new Map<number, TaggedText[]>();
  if (numbers.length === 0 || numbers.length > MOST_PAGES || (await stat(path)).size > MOST_BYTES) return pages;
  const { getDocument } = await import('unpdf/pdfjs');
  const data = new Uint8Array(await readFile(path));
  const end = Date.now() + MOST_SECONDS * 1000;
  const loading = getDocument({ data, verbosity: 0, disableFontFace: true });
  try {
    const document = await loading.promise;
    for (const number of numbers) {
      if (Date.now() > end) return new Map();
      const page = await document.getPage(number);
      pages.set(number, await textsOf(page));
      page.cleanup();
    }
    return withFlow(pages);
  } catch {
    // What poppler reads is read without tags.
    return new Map();
  } finally {
    await loading.destroy();
  }
}

async function textsOf(page: PDFPageProxy): Promise<TaggedText[]> {
  const tree = (await page.getStructTree()) as TreeNode | null;
  if (!tree) return [];
  const tags = tagsOfTree(tree);
  const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true });
  const viewport = page.getViewport({ scale: 1 });
  const texts: TaggedText[] = [];
  const open: (Tag | undefined)[] = [];
  for (const item of items) {
    if ('type' in item) {
      if (item.type === 'endMarkedContent') open.pop();
      else open.push(item.id ? tags.get(item.id) : isArtifact(item) ? undefined : open.at(-1));
      continue;
    }
    const tag = open.at(-1);
    if (!tag || item.str.trim() === '') continue;
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as number[];
    const length = Math.hypot(a, b) || 1;
    const [right, up] = [a / length, b / length];
    /** A place so far along the line of the text, and so high above it. */
    const at = (far: number, high: number) => {
      const place: number[] = viewport.convertToViewportPoint(x + right * far - up * high, y + up * far + right * high);
      const [left = 0, top = 0] = place;
      return { left, top, right: left, bottom: top };
    };
    texts.push({ ...around([at(0, -DESCENT * item.height), at(item.width, item.height)]), tag });
  }
  return texts;
}

/** Whether content is only of the page, as headers and footers are. The types of pdf.js leave out its tag. */
const isArtifact = (item: object) => 'tag' in item && item.tag === 'Artifact';

/** Where a file marks tables, what is in none is text. */
function withFlow(pages: ReadonlyMap<number, TaggedText[]>): ReadonlyMap<number, TaggedText[]> {
  const marksTables = [...pages.values()].some((texts) => texts.some(({ tag }) => tag.cell));
  if (!marksTables) return pages;
  const flowing = ({ tag, ...text }: TaggedText) => ({ ...text, tag: tag.cell ? tag : { ...tag, flowing: true } });
  return new Map([...pages].map(([number, texts]) => [number, texts.map(flowing)]));
}
