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

const CHART = ['<chart:chart', '<c:chart'];

/** The titles of the charts in XML of OpenDocument or Office, without those of their axes. */
export function chartTitles(xml: string): string[] {
  const titles: string[] = [];
  let [heading, within] = [false, false];
  for (const { kind, name, start, end } of tokensOf(xml)) {
    const isOpen = kind === 'open' && xml[end - 2] !== '/';
    if (kind === 'open' && name === 'chart' && CHART.some((tag) => xml.startsWith(tag, start))) {
      titles.push('');
      heading = true;
    } else if (name === 'plot-area' || name === 'plotarea') heading = false;
    else if (name === 'title') within = heading && isOpen;
    // Office also stores the cell reference of a title.
    else if (name === 'f') within = kind === 'close' && heading;
    else if (within && kind === 'text') titles.push((titles.pop() ?? '') + decodeEntities(xml.slice(start, end)));
  }
  return titles;
}
