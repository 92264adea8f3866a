/** A unit of text: an entity, or a letter with its combining marks. */
const UNIT = /&#?\w+;|\P{M}\p{M}*|\p{M}+/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Letters of other scripts, and digits, which run from left to right in every script. */
const LEFT_TO_RIGHT = /^(?:\p{L}|\p{N})/u;

type Direction = 'rtl' | 'ltr' | undefined;

/** Whether a line is mostly right-to-left. */
export function isRightToLeft(text: string): boolean {
  const directions = (text.match(UNIT) ?? []).map(directionOf);
  const count = (wanted: Direction) => directions.filter((direction) => direction === wanted).length;
  return count('rtl') > 0 && count('rtl') >= count('ltr');
}

/**
 * Puts text into logical order. pdftohtml writes characters in visual order, and a browser would reverse Arabic and Hebrew
 * again.
 */
export function logicalOrder(text: string, rightToLeft: boolean): string {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  const units = text.match(UNIT) ?? [];
  if (!rightToLeft) return reverseRuns(units, 'rtl').join('');
  return reverseRuns(units.reverse(), 'ltr').join('');
}

/** Reverses the runs of one direction; neutral characters belong to a run when they are within it. */
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
