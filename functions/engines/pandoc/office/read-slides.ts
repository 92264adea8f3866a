import { type Element, NO_ATTRIBUTES, pictureOf, type Tree, treeOf, wordsOf } from '../tree.ts';
import { blocksOf, commentsIn } from './blocks-of.ts';
import { chartLine } from './charts.ts';
import { elementsOf, type Node, saidOf, textIn, xmlTree } from './xml-tree.ts';

/** What each slide repeats. */
const FURNITURE: readonly string[] = ['footer', 'header', 'date-time', 'page-number'];
/** What only looks into other files, or is a program. */
const FOREIGN: readonly string[] = ['object', 'object-ole', 'plugin', 'applet', 'floating-frame'];

/** Keeps a picture in base64, and gives the address that it gets. */
export type HoldPicture = (base64: string) => string;

/**
 * The slides of a presentation that LibreOffice has written as one XML file: under a heading each with all that is on it,
 * and what its speaker has noted.
 * @throws ConversionError TOO_COMPLEX
 */
export function readSlides(xml: string, hold: HoldPicture): Tree {
  const presentation = xmlTree(xml, 'presentation');
  const slides = presentation ? elementsOf(presentation, 'page') : [];
  return treeOf(slides.flatMap((slide, index) => slideOf(slide, index + 1, hold)));
}

function slideOf(slide: Node, number: number, hold: HoldPicture): Element[] {
  const contentOf = (shape: Node) => contentIn(shape, hold);
  const shapes = shapesIn(slide);
  const titled = shapes.find((shape) => saidOf(shape, 'class') === 'title' && textIn(shape).trim() !== '');
  const title = titled ? paragraphsOf(titled).join(' ') : `Slide ${number}`;
  const [notes] = elementsOf(slide, 'notes');
  const noted = (notes ? shapesIn(notes) : []).flatMap(contentOf);
  return [
    heading(1, title),
    ...shapes.filter((shape) => shape !== titled).flatMap(contentOf),
    ...commentsIn(slide),
    ...(noted.length > 0 ? [heading(2, 'Notes'), ...noted] : []),
  ];
}

function heading(level: number, words: string): Element {
  return { t: 'Header', c: [level, NO_ATTRIBUTES, wordsOf(words)] };
}

/** The lines of a heading are one. */
function paragraphsOf(node: Node): string[] {
  return elementsOf(node).flatMap((child) => (child.name === 'p' ? [textIn(child).trim()] : paragraphsOf(child)));
}

/** What is drawn on a slide, also in groups. */
function shapesIn(node: Node): Node[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name === 'g' || child.name === 'a') return shapesIn(child);
    const shown = !['notes', 'annotation'].includes(child.name) && !FURNITURE.includes(saidOf(child, 'class') ?? '');
    return shown && saidOf(child, 'placeholder') !== 'true' ? [child] : [];
  });
}

/** Text and tables; or a picture, of which there may be another for programs that do not know the first. */
function contentIn(shape: Node, hold: HoldPicture): Element[] {
  const text = [...blocksOf(shape), ...chartsOf(shape).map(chartLine)];
  const picture = elementsOf(shape, 'image').flatMap((image) => elementsOf(image, 'binary-data'))[0];
  const foreign = elementsOf(shape, ...FOREIGN).length > 0;
  return picture && !(foreign && text.length > 0) ? [...text, pictureOf(hold(textIn(picture)), describe(shape))] : text;
}

/** The titles of the charts in a shape. */
function chartsOf(shape: Node): string[] {
  const path = ['object', 'document', 'body', 'chart', 'chart'];
  const charts = path.reduce((nodes, name) => nodes.flatMap((node) => elementsOf(node, name)), [shape]);
  return charts.map((chart) => elementsOf(chart, 'title').map(textIn).join(' '));
}

/** The words that describe a shape. */
function describe(shape: Node): string {
  const [described] = elementsOf(shape, 'desc', 'title');
  return described ? textIn(described) : '';
}
