import { isNumber, isOver, type Line, sizeOf, textOf } from '../page.ts';
import { isCurrency } from '../tables/cell-values.ts';
import type { Row } from '../words/join-lines.ts';
import { joinLine } from '../words/join-words.ts';

/** The most comparisons of currency signs with other lines. */
const MOST_WORK = 5_000_000;

/** The width of a space, as a share of the letters' size. */
const SPACE = 0.25;

/** Joins currency signs with the numbers far behind them, as in balance sheets, unless they have a column with a name. */
export function joinCurrencies(rows: readonly Row[]): readonly Row[] {
  const lines = rows.flat();
  const pairs = rows.flatMap((row) =>
    row.flatMap((sign, at) => {
      const amount = row[at + 1];
      return amount && isSign(sign) && isNumber(textOf(amount)) ? [{ sign, amount }] : [];
    }),
  );
  if (pairs.length * lines.length > MOST_WORK) return rows;
  const names = lines.filter((line) => !isSign(line) && !isNumber(textOf(line)));
  const isNamed = ({ sign, amount }: (typeof pairs)[number]) =>
    names.some((name) => isOver(name, sign) && !isOver(name, amount));
  const signs = new Set(pairs.filter((pair) => !isNamed(pair)).map(({ sign }) => sign));
  return rows.map((row) =>
    row.flatMap((line, at) => {
      const before = row[at - 1];
      if (signs.has(line)) return [];
      return [before && signs.has(before) ? joined(before, line) : line];
    }),
  );
}

/** An amount with its sign, which stands directly before it. */
function joined(sign: Line, amount: Line): Line {
  const left = amount.left - (sign.right - sign.left) - SPACE * sizeOf(sign);
  return joinLine([{ ...sign, left, right: amount.left - SPACE * sizeOf(sign) }, amount]);
}

const isSign = (line: Line) => isCurrency(textOf(line).trim());
