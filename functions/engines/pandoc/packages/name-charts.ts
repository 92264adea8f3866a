import type { FormatName } from '../../../conversion/formats.ts';
import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import { escapeXml } from '../../entities.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { inspect } from '../../read/inspect.ts';
import { chartTitles, chartWords } from '../office/charts.ts';

/** Where a document shows a chart: an element around another that refers to it, and how words are written in its place. */
interface Showing {
  readonly around: string;
  readonly name: string;
  readonly reference: string;
  readonly words: (words: string) => string;
  /** The parts that hold charts, by what refers to them. */
  readonly parts: (zip: OpenZip) => [reference: string, part: string][];
}

const SHOWINGS: Partial<Record<FormatName, Showing>> = {
  docx: {
    ...{ around: 'drawing', name: 'chart', reference: 'r:id', parts: chartsOfWord },
    words: (words) => `<w:t>${words}</w:t>`,
  },
  odt: {
    ...{ around: 'frame', name: 'object', reference: 'xlink:href', words: (words) => words },
    parts: ({ names }) =>
      names.flatMap((part) => (/^Object [^/]*\/content\.xml$/.test(part) ? [[`./${part.split('/')[0]}`, part]] : [])),
  },
};

/** A part of a package that is looked at, in bytes. */
const LARGEST = 4 * 1024 * 1024;
/** Charts that are looked into. */
const MOST = 1000;

const WORD_RELATIONS = 'word/_rels/document.xml.rels';

/** Puts words for charts into the text of a document; pandoc leaves them out, or says no more than that there is one. */
export function chartNamer(path: string, format: FormatName): (xml: string) => string {
  const showing = SHOWINGS[format];
  const titles = showing ? inspect(path, (read, size) => titlesIn(openZip(read, size), showing)) : new Map();
  return (xml) => (showing && titles.size > 0 ? nameCharts(xml, showing, titles) : xml);
}

function titlesIn(zip: OpenZip, { parts }: Showing): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const [reference, part] of parts(zip).slice(0, MOST)) {
    const [title] = chartTitles(zip.data(part, LARGEST)?.toString('latin1') ?? '');
    if (title !== undefined) titles.set(reference, title);
  }
  return titles;
}

/** Relations of Word to parts (ECMA-376, part 2, 9.3). */
function chartsOfWord(zip: OpenZip): [string, string][] {
  const relations = zip.data(WORD_RELATIONS, LARGEST)?.toString('latin1') ?? '';
  return [...tokensOf(relations)].flatMap(({ kind, name, start, end }): [string, string][] => {
    if (kind !== 'open' || name !== 'relationship') return [];
    const tag = relations.slice(start, end);
    const [id, target = ''] = [attribute(tag, 'Id'), attribute(tag, 'Target')];
    if (!id || !attribute(tag, 'Type')?.endsWith('/chart')) return [];
    return [[id, target.startsWith('/') ? target.slice(1) : `word/${target}`]];
  });
}

function nameCharts(xml: string, { around, name, reference, words }: Showing, titles: ReadonlyMap<string, string>) {
  const edits: Edit[] = [];
  let from = -1;
  let title: string | undefined;
  for (const token of tokensOf(xml)) {
    const { kind, start, end } = token;
    if (token.name === around && kind === 'open') [from, title] = [start, undefined];
    else if (token.name === name && kind === 'open' && from >= 0)
      title = titles.get(attribute(xml.slice(start, end), reference) ?? '');
    else if (token.name === around && kind === 'close') {
      if (title !== undefined && from >= 0) edits.push({ start: from, end, text: words(escapeXml(chartWords(title))) });
      [from, title] = [-1, undefined];
    }
  }
  return applyEdits(xml, edits);
}
