import type { FormatName } from '../../../conversion/formats.ts';
import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import { escapeXml } from '../../entities.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { elements, resolvePath } from '../../office/epub/markup.ts';
import { inspect } from '../../read/inspect.ts';
import { chartTitles, chartWords } from '../office/charts.ts';

/** How a document refers to a chart: an element within another, which words replace. */
interface ChartReference {
  readonly around: string;
  readonly name: string;
  readonly reference: string;
  readonly words: (words: string) => string;
  /** The parts that hold charts, by what refers to them. */
  readonly parts: (zip: OpenZip) => [reference: string, part: string][];
}

const REFERENCES: Partial<Record<FormatName, ChartReference>> = {
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

/** Bytes of a part of a package that is read. */
const LARGEST = 4 * 1024 * 1024;
/** Charts that are read. */
const MOST = 1000;

const WORD_RELATIONS = 'word/_rels/document.xml.rels';

/** Replaces the charts of a document by words; pandoc drops them, or their titles. */
export function chartNamer(path: string, format: FormatName): (xml: string) => string {
  const chart = REFERENCES[format];
  const titles = chart ? inspect(path, (read, size) => titlesIn(openZip(read, size), chart)) : new Map();
  return (xml) => (chart && titles.size > 0 ? nameCharts(xml, chart, titles) : xml);
}

function titlesIn(zip: OpenZip, { parts }: ChartReference): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const [reference, part] of parts(zip).slice(0, MOST)) {
    const [title] = chartTitles(zip.data(part, LARGEST)?.toString('latin1') ?? '');
    if (title !== undefined) titles.set(reference, title);
  }
  return titles;
}

/** The chart parts by their relationships (ECMA-376, part 2, 9.3). */
function chartsOfWord(zip: OpenZip): [string, string][] {
  const relations = zip.data(WORD_RELATIONS, LARGEST)?.toString('latin1') ?? '';
  const charts = elements(relations, 'Relationship').filter((tag) => attribute(tag, 'Type')?.endsWith('/chart'));
  return charts.map((tag) => [
    attribute(tag, 'Id') ?? '',
    resolvePath('word/document.xml', attribute(tag, 'Target') ?? ''),
  ]);
}

function nameCharts(
  xml: string,
  { around, name, reference, words }: ChartReference,
  titles: ReadonlyMap<string, string>,
) {
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
