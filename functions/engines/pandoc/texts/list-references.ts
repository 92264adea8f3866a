import { escapeXml } from '../../entities.ts';
import { attribute, type Token, tokensOf } from '../../markup.ts';
import { elementsOf, type Node, textIn, xmlTree } from '../office/xml-tree.ts';

const REFERENCES = 'ref-list';

/** Punctuation around the elements of a reference without its own; others follow a full stop. */
const BEFORE: Readonly<Record<string, readonly [before: string, after: string]>> = {
  volume: [' ', ''],
  issue: ['(', ')'],
  fpage: [':', ''],
  lpage: ['–', ''],
  elocation: [':', ''],
};

/**
 * Makes text of the reference lists of a JATS article: pandoc drops references that authors have punctuated themselves.
 * The citations keep their numbers.
 * The elements: https://jats.nlm.nih.gov/archiving/tag-library/1.3/element/ref-list.html
 */
export function listReferences(article: string): string {
  const xml = joinBack(article);
  const parts: string[] = [];
  let [depth, begins, citations] = [0, 0, 0];
  for (const token of tokensOf(xml)) {
    const { kind, name, empty, start, end } = token;
    if (name === REFERENCES && !empty) {
      if (kind === 'open' && depth++ === 0) begins = start;
      if (kind === 'close' && --depth === 0) parts.push(asSection(xml.slice(begins, end)));
      depth = Math.max(0, depth);
    } else if (depth === 0 && isCitation(xml, token)) citations++;
    else if (depth === 0 && kind === 'close' && name === 'xref' && citations > 0) citations--;
    else if (depth === 0) parts.push(xml.slice(start, end));
  }
  return parts.join('');
}

const BODY_END = '</body>';
const BACK = /<\/body>\s*<back(?=[\s>])[^<>]*>/g;

/** Appends the back matter to the body: pandoc would nest its sections in the last one. */
function joinBack(xml: string): string {
  const joined = xml.replace(BACK, '');
  return joined === xml ? xml : joined.replace(/<\/back>/g, BODY_END);
}

/** Whether a tag opens a citation, of which only the text is kept. */
function isCitation(xml: string, token: Token): boolean {
  if (token.kind !== 'open' || token.name !== 'xref' || token.empty) return false;
  return attribute(xml.slice(token.start, token.end), 'ref-type') === 'bibr';
}

function asSection(xml: string): string {
  const tree = xmlTree(xml, REFERENCES);
  if (!tree) return '';
  const [title] = elementsOf(tree, 'title');
  const references = referencesIn(tree);
  const isNumbered = references.every(({ label }, index) => label === `${index + 1}`);
  const lines = references.map(({ label, text }) => {
    const line = isNumbered || label === '' ? text : `${label} ${text}`;
    const paragraph = `<p>${escapeXml(line)}</p>`;
    return isNumbered ? `<list-item>${paragraph}</list-item>` : paragraph;
  });
  const list = isNumbered ? `<list list-type="order">${lines.join('')}</list>` : lines.join('');
  return `<sec><title>${escapeXml((title && plain(textIn(title))) || 'References')}</title>${list}</sec>`;
}

/** A reference as text. */
interface Reference {
  /** Its label, without brackets and full stop. */
  readonly label: string;
  readonly text: string;
}

function referencesIn(node: Node): Reference[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name === 'ref') return [referenceOf(child)];
    return child.name === REFERENCES || child.name === 'ref-group' ? referencesIn(child) : [];
  });
}

function referenceOf(ref: Node): Reference {
  const [label] = elementsOf(ref, 'label');
  const cited = elementsOf(ref).filter(({ name }) => name !== 'label');
  const text = cited.map((citation) => lineOf(alternative(citation))).join(' ');
  return { label: label ? plain(textIn(label)).replace(/^[[(]|[\])]?\.?$/g, '') : '', text };
}

/** Of alternative citations, the one that its author has punctuated. */
function alternative(citation: Node): Node {
  if (citation.name !== 'citation-alternatives') return citation;
  return elementsOf(citation, 'mixed-citation')[0] ?? elementsOf(citation)[0] ?? citation;
}

function lineOf(citation: Node): string {
  const isPunctuated = citation.children.some((child) => typeof child === 'string' && child.trim() !== '');
  if (isPunctuated) return plain(textIn(citation));
  const parts = elementsOf(citation).map((part): readonly [string, string] => [part.name, partText(part)]);
  const line = parts
    .filter(([, text]) => text !== '')
    .map(([name, text], index) => {
      const [before, after] = BEFORE[name] ?? [index === 0 ? '' : '. ', ''];
      return before + text + after;
    });
  return plain(line.join(''));
}

/** The text of an element; names are separated by commas. */
function partText(part: Node): string {
  const people = part.name === 'name' ? [part] : elementsOf(part, 'name', 'string-name', 'collab', 'etal');
  if (people.length === 0) return plain(textIn(part)).replace(/\.$/, '');
  return people.map(nameOf).join(', ');
}

function nameOf(person: Node): string {
  if (person.name === 'etal') return 'et al';
  const parts = elementsOf(person, 'surname', 'given-names', 'suffix').map((part) => plain(textIn(part)));
  return parts.length > 0 ? parts.join(' ') : plain(textIn(person));
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
