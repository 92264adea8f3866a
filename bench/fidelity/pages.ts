import { chromium } from '../../functions/engines/chromium.ts';
import { convertBytes, stopEngines } from '../../test/support/engine.ts';
import { inTurn, median, ms, table, timed } from '../measure.ts';
import { difference, startPrinter } from './direct-print.ts';
import { PAGE_KINDS } from './page-kinds.ts';
import { WEB_PAGES } from './web-pages.ts';

const ROUNDS = 15;

/** A page of 20 kB: an article with a table. */
const PAGE = `<!DOCTYPE html><meta charset="utf-8">${WEB_PAGES.article}${WEB_PAGES['table over pages']}`.padEnd(
  20_000,
  ' ',
);

const print = async (page: string) => (await convertBytes(chromium, Buffer.from(page), ['html', 'pdf'])).file;

/** Web pages against what the same browser prints by hand: pixels that differ, and time. */
export async function benchPages(): Promise<string> {
  const fresh = await timed(() => print(PAGE));
  const printer = await startPrinter();
  try {
    const rows = [];
    for (const [name, body] of Object.entries(PAGE_KINDS)) {
      const page = `<!DOCTYPE html><meta charset="utf-8">${body}`;
      const share = await difference(await print(page), await printer.print(page));
      rows.push([name, `${(share * 100).toFixed(2)} %`]);
    }
    const { first, second } = await inTurn(
      ROUNDS,
      () => print(PAGE),
      () => printer.print(PAGE),
    );
    const [ours, direct] = [median(first), median(second)];
    const times = [ms(ours), ms(direct), (ours / direct).toFixed(2), ms(fresh)];
    return `${table(['html to pdf', 'pixels that differ from a direct print'], rows)}\n\n${table(
      ['20 kB, warm', 'direct print', 'times as long', 'first page in a fresh process'],
      [times],
    )}`;
  } finally {
    await printer.stop();
    await stopEngines();
  }
}
