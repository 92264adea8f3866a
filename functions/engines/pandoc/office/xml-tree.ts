import { decodeEntities } from '../../entities.ts';
import { attributesOf, tokensOf } from '../../markup.ts';
import { tooComplex } from '../../refusals.ts';

/** An element of XML, without the prefix of its name; or a text. */
export interface Node {
  readonly name: string;
  /** The opening tag. */
  readonly tag: string;
  readonly children: (Node | string)[];
}

/** Levels of nested elements. */
const DEEPEST = 200;

/**
 * Parses XML of LibreOffice, from the first element with a name.
 * @throws ConversionError TOO_COMPLEX
 */
export function xmlTree(xml: string, root: string): Node | undefined {
  const open: Node[] = [];
  for (const { kind, name, empty, start, end } of tokensOf(xml)) {
    const top = open.at(-1);
    if (kind === 'open' && (top || name === root)) {
      const node: Node = { name, tag: xml.slice(start, end), children: [] };
      top?.children.push(node);
      if (empty) continue;
      if (open.push(node) > DEEPEST)
        throw tooComplex(`The file is nested more deeply than the ${DEEPEST} levels that are converted.`);
    } else if (kind === 'text') top?.children.push(decodeEntities(xml.slice(start, end)));
    else if (kind === 'close' && top?.name === name) {
      open.pop();
      if (open.length === 0) return top;
    }
  }
  return open[0];
}

/** The value of an attribute, by its name without prefix. */
export function attributeOf({ tag }: Node, name: string): string | undefined {
  const found = attributesOf(tag).find((each) => each.name.slice(each.name.indexOf(':') + 1) === name);
  return found && decodeEntities(found.value);
}

/** The child elements of an element. */
export function elementsOf({ children }: Node, ...names: readonly string[]): Node[] {
  return children.filter(
    (child): child is Node => typeof child !== 'string' && (names.length === 0 || names.includes(child.name)),
  );
}

/** The text in an element. */
export function textIn({ children }: Node): string {
  return children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}
