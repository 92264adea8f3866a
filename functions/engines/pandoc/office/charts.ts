import { piecesOf } from '../../markup.ts';
import { type Element, wordsOf } from '../tree.ts';
import { decoded } from './xml-tree.ts';

/** A text cannot hold a chart: a line says that there is one, so that nobody believes to have all. */
export function chartLine(title: string): Element {
  const named = title.replace(/\s+/g, ' ').trim();
  return { t: 'Para', c: wordsOf(named === '' ? '[Chart]' : `[Chart: ${named}]`) };
}

/** The titles of the charts in XML that LibreOffice has written; those of their axes are none. */
export function chartTitles(xml: string): string[] {
  const titles: string[] = [];
  let [heading, within] = [false, false];
  for (const { kind, name, start, end } of piecesOf(xml)) {
    const isOpen = kind === 'open' && xml[end - 2] !== '/';
    if (kind === 'open' && xml.startsWith('<chart:chart', start)) {
      titles.push('');
      heading = true;
    } else if (name === 'plot-area') heading = false;
    else if (name === 'title') within = heading && isOpen;
    else if (within && kind === 'text') titles.push((titles.pop() ?? '') + decoded(xml.slice(start, end)));
  }
  return titles;
}
