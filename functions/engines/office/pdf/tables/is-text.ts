import { CAPTION, isEntry, textOf } from '../page.ts';
import type { Row } from '../words/join-lines.ts';

/** Rows with what stands in formulas, and hardly ever in tables. */
const RELATION = /[=≤≥∈∉→⇒⊢∼≈≡∝∑∫∏√∂∇∞∧∨∪∩⊂⊆↦∥]/u;
const NAME = /^\P{L}*\p{L}{2}/u;
const MOST_FORMULAS = 0.5;

/** Whether rows whose parts stand apart are of a list, of formulas, or captions of figures beside each other, and no table. */
export const isText = (rows: readonly Row[]) => isList(rows) || isFormula(rows) || areCaptions(rows);

const areCaptions = ([first = []]: readonly Row[]) =>
  first.length > 1 && first.every((line) => CAPTION.test(textOf(line)));

/** Whether rows are entries of a list, with marks before them, and lines that go on below their texts or stand between them. */
function isList(rows: readonly Row[]): boolean {
  return rows.every((row) => row.length === 1 || isEntry(row));
}

/** Whether most rows are of formulas, whose parts stand apart; the names of rows begin with words. */
function isFormula(rows: readonly Row[]): boolean {
  const unnamed = rows.filter(([first]) => first && !NAME.test(textOf(first)));
  const formulas = unnamed.filter((row) => row.some((line) => RELATION.test(textOf(line))));
  return formulas.length >= rows.length * MOST_FORMULAS;
}
