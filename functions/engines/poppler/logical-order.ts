/** Characters as they are taken apart: an entity, or a letter with its marks. */
const UNIT = /&#?\w+;|\P{M}\p{M}*|\p{M}+/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Letters of other scripts, and digits, which run from left to right in every script. */
const LEFT_TO_RIGHT = /^(?:\p{L}|\p{N})/u;

type Direction = 'rtl' | 'ltr' | undefined;

/** Whether a line is one of a script that is written from right to left. */
export function isRightToLeft(text: string): boolean {
  const directions = (text.match(UNIT) ?? []).map(directionOf);
  const count = (wanted: Direction) => directions.filter((direction) => direction === wanted).length;
  return count('rtl') > 0 && count('rtl') >= count('ltr');
}

/**
 * Puts text in the order in which it is read. Poppler gives the characters of a web page from left to right as they
 * stand on paper, and a browser would turn those of Arabic and Hebrew around again.
 */
export function logicalOrder(text: string, rightToLeft: boolean): string {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  const units = text.match(UNIT) ?? [];
  if (!rightToLeft) return reverseRuns(units, 'rtl').join('');
  return reverseRuns(units.reverse(), 'ltr').join('');
}

/** Turns around the runs of one direction; what has none belongs to a run when it stands within it. */
function reverseRuns(units: readonly string[], wanted: Direction): string[] {
  const turned: string[] = [];
  let run: string[] = [];
  let pending: string[] = [];
  const end = () => {
    for (const unit of run.reverse()) turned.push(unit);
    for (const unit of pending) turned.push(unit);
    [run, pending] = [[], []];
  };
  for (const unit of units) {
    const direction = directionOf(unit);
    if (direction === wanted) {
      for (const between of pending) run.push(between);
      run.push(unit);
      pending = [];
    } else if (direction === undefined && run.length > 0) {
      pending.push(unit);
    } else {
      end();
      turned.push(unit);
    }
  }
  end();
  return turned;
}

function directionOf(unit: string): Direction {
  if (unit.startsWith('&')) return undefined;
  if (RIGHT_TO_LEFT.test(unit) && !/^\p{N}/u.test(unit)) return 'rtl';
  return LEFT_TO_RIGHT.test(unit) ? 'ltr' : undefined;
}
