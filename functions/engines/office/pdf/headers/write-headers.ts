import { buildBlocks } from '../blocks/build-blocks.ts';
import type { Box } from '../page.ts';
import { NumberedLists } from '../writing/numbered-lists.ts';
import { writeBlocks, writeSpace } from '../writing/odt-page.ts';
import { writeGround } from '../writing/odt-picture.ts';
import { type OdtStyles, points, properties } from '../writing/odt-styles.ts';
import type { Edge, Header, Headers } from './header.ts';

/** A line across the page needs so much room above it, in points. */
const RULE = 0.5;
/** The height of the paragraph that has the pictures of a header, in points. */
const BEGINNING = 1;

/** A header or footer as OpenDocument text. */
export interface WrittenHeaders {
  readonly edge: Edge;
  /** The elements of its page's style. */
  readonly text: string;
  /** Where it begins and ends on the page, in points. */
  readonly top: number;
  readonly bottom: number;
}

/** The context of writing a header or footer. */
export interface HeaderContext {
  readonly edge: Edge;
  /** The sides of the text area, and the top and bottom of the page. */
  readonly sides: Box;
  readonly styles: OdtStyles;
  /** What is free above it for text that is set a little looser, in points. */
  readonly free: number;
  readonly pictureName: (path: string) => string;
}

/** Writes the header or footer of pages. */
export function writeHeaders({ odd, even }: Headers, context: HeaderContext): WrittenHeaders {
  const { edge, sides, styles, free, pictureName } = context;
  const both = [odd, ...(even ? [even] : [])].map((header) => ({ ...header, blocks: blocksOf(header, sides) }));
  const tops = both.flatMap(({ dividers, blocks }) => [
    ...blocks.map((block) => block.top),
    ...dividers.map(({ at }) => at - RULE),
  ]);
  const edgeOfPaper = edge === 'header' ? 0 : sides.bottom - BEGINNING;
  const top = tops.length > 0 ? Math.max(0, Math.min(...tops) - free) : edgeOfPaper;
  const written = both.map(({ blocks, dividers, pictures }) => {
    const frames = pictures.map((picture) => writeGround(picture, pictureName(picture.path), styles)).join('');
    const beginning =
      frames !== '' || blocks.length === 0 ? writeSpace({ styles, gap: BEGINNING, column: false }, frames) : '';
    const place = { top: top + (beginning === '' ? 0 : BEGINNING), sides };
    const lists = new NumberedLists();
    const { text, bottom } = writeBlocks(blocks, new Set(dividers), { styles, lists, pictureName, squeeze: 0 }, place);
    return { text: beginning + text, bottom };
  });
  const text = written.map((one, at) => {
    const name = `style:${edge}${at === 0 ? '' : '-left'}`;
    return `<${name}>${one.text}</${name}>`;
  });
  return { edge, text: text.join(''), top, bottom: Math.max(...written.map(({ bottom }) => bottom)) };
}

const blocksOf = ({ lines }: Header, sides: Box) =>
  buildBlocks({ lines, pictures: [], tables: [], column: false }, sides);

/** The room of a header or footer in the layout of its pages. */
export function headerStyle({ edge, top, bottom }: WrittenHeaders, body: Box): string {
  const free = edge === 'header' ? body.top - bottom : top - body.bottom;
  const look = properties('header-footer', {
    'fo:min-height': points(bottom - top + free),
    [edge === 'header' ? 'fo:margin-bottom' : 'fo:margin-top']: points(free),
    // What is set larger elsewhere takes of the space: else LibreOffice writes into other formats where the text is by what it takes.
    'style:dynamic-spacing': 'true',
  });
  return `<style:${edge}-style>${look}</style:${edge}-style>`;
}
