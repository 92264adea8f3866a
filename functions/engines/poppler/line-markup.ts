/** An element that poppler writes into a line of text. */
export interface LineElement {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
  /** The target of a link, as written. */
  readonly address?: string;
}

const ELEMENT = /<\/?[bi]>|<br\/>|<\/a>|<a href="/g;
const LINK_END = '">';

/** Finds the elements of a line, in one pass. Poppler does not escape quotes in the addresses of links. */
export function elementsOfLine(line: string): LineElement[] {
  const elements: LineElement[] = [];
  const lastEnd = line.lastIndexOf(LINK_END);
  ELEMENT.lastIndex = 0;
  for (let found = ELEMENT.exec(line); found; found = ELEMENT.exec(line)) {
    const [tag, start] = [found[0], found.index];
    const behind = start + tag.length;
    if (!tag.startsWith('<a ')) elements.push({ tag, start, end: behind });
    else if (lastEnd >= behind) {
      const end = line.indexOf(LINK_END, behind);
      ELEMENT.lastIndex = end + LINK_END.length;
      elements.push({ tag, start, end: end + LINK_END.length, address: line.slice(behind, end) });
    }
  }
  return elements;
}
