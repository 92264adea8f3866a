import { decodeEntities } from '../../entities.ts';
import { tokensOf } from '../../markup.ts';
import { type Element, wordsOf } from '../tree.ts';

/** The words for a chart, which a text cannot hold. */
export function chartWords(title: string): string {
  const named = title.replace(/\s+/g, ' ').trim();
  return named === '' ? '[Chart]' : `[Chart: ${named}]`;
}

export function chartLine(title: string): Element {
  return { t: 'Para', c: wordsOf(chartWords(title)) };
}

const CHARTS: readonly string[] = ['chart:chart', 'c:chart'];

/** The titles of the charts in XML of OpenDocument or Office, without those of their axes. */
export function chartTitles(xml: string): string[] {
  const titles: string[] = [];
  let [heading, within] = [false, false];
  for (const { kind, name, qualified, empty, start, end } of tokensOf(xml)) {
    if (kind === 'open' && CHARTS.includes(qualified)) {
      titles.push('');
      heading = true;
    } else if (name === 'plot-area' || name === 'plotarea') heading = false;
    else if (name === 'title') within = heading && kind === 'open' && !empty;
    // Office also stores the cell reference of a title.
    else if (name === 'f') within = kind === 'close' && heading;
    else if (within && kind === 'text') titles.push((titles.pop() ?? '') + decodeEntities(xml.slice(start, end)));
  }
  return titles;
}
