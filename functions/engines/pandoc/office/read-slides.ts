import { type Element, NO_ATTRIBUTES, pictureOf, type Tree, treeOf, wordsOf } from '../tree.ts';
import { blocksOf, commentsIn } from './blocks-of.ts';
import { chartLine } from './charts.ts';
import { attributeOf, elementsOf, type Node, textIn, xmlTree } from './xml-tree.ts';

/** Placeholders that each slide repeats. */
const REPEATED: readonly string[] = ['footer', 'header', 'date-time', 'page-number'];
/** Embedded objects and programs. */
const FOREIGN: readonly string[] = ['object', 'object-ole', 'plugin', 'applet', 'floating-frame'];

/** Stores a picture of the package, and returns its path; nothing where there is none. */
type StorePicture = (name: string) => string | undefined;

/**
 * Reads the slides of a presentation of LibreOffice: each is a heading, its content, and the speaker's notes.
 * @throws ConversionError TOO_COMPLEX
 */
export function readSlides(xml: string, store: StorePicture): Tree {
  const presentation = xmlTree(xml, 'presentation');
  const slides = presentation ? elementsOf(presentation, 'page') : [];
  return treeOf(slides.flatMap((slide, index) => slideOf(slide, index + 1, store)));
}

function slideOf(slide: Node, number: number, store: StorePicture): Element[] {
  const contentOf = (shape: Node) => contentIn(shape, store);
  const shapes = shapesIn(slide);
  const titled = shapes.find((shape) => attributeOf(shape, 'class') === 'title' && textIn(shape).trim() !== '');
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

/** The paragraphs of a heading, which become one line. */
function paragraphsOf(node: Node): string[] {
  return elementsOf(node).flatMap((child) => (child.name === 'p' ? [textIn(child).trim()] : paragraphsOf(child)));
}

/** The shapes of a slide, also those in groups. */
function shapesIn(node: Node): Node[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name === 'g' || child.name === 'a') return shapesIn(child);
    const shown =
      !['notes', 'annotation'].includes(child.name) && !REPEATED.includes(attributeOf(child, 'class') ?? '');
    return shown && attributeOf(child, 'placeholder') !== 'true' ? [child] : [];
  });
}

/** The text, tables and picture of a shape; the first of several is the picture, others are fallbacks. */
function contentIn(shape: Node, store: StorePicture): Element[] {
  const text = [...blocksOf(shape), ...chartsOf(shape).map(chartLine)];
  const [image] = elementsOf(shape, 'image');
  const foreign = elementsOf(shape, ...FOREIGN).length > 0;
  const picture = image && !(foreign && text.length > 0) ? store(attributeOf(image, 'href') ?? '') : undefined;
  return picture === undefined ? text : [...text, pictureOf(picture, describe(shape))];
}

/** The titles of the charts in a shape. */
function chartsOf(shape: Node): string[] {
  const path = ['object', 'document-content', 'body', 'chart', 'chart'];
  const charts = path.reduce((nodes, name) => nodes.flatMap((node) => elementsOf(node, name)), [shape]);
  return charts.map((chart) => elementsOf(chart, 'title').map(textIn).join(' '));
}

/** The alternative text of a shape. */
function describe(shape: Node): string {
  const [described] = elementsOf(shape, 'desc', 'title');
  return described ? textIn(described) : '';
}
