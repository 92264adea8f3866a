import { applyEdits, type Edit, tokensOf } from '../../markup.ts';

/** What paragraphs and boxes are called, with their prefixes. */
export interface BoxNames {
  readonly paragraphs: readonly string[];
  readonly boxes: readonly string[];
}

/** What holds a picture stays where it is: its box is its caption. */
const PICTURE = '<draw:image';

/** A text in which all that is in boxes stands behind the paragraph that they hang on: pandoc looks into few of them. */
export function liftBoxes(xml: string, names: BoxNames): string {
  const edits: Edit[] = [];
  let boxes: string[] = [];
  let [paragraphs, boxesAround, begins, before] = [0, 0, 0, 0];
  let instead = false;
  for (const { kind, name, start, end } of tokensOf(xml)) {
    const step = kind === 'open' && xml[end - 2] !== '/' ? 1 : kind === 'close' ? -1 : 0;
    if (step === 0) continue;
    // What a program shows that does not know the first has the same box once more.
    if (name === 'alternatecontent' && step > 0 && boxesAround === 0) before = boxes.length;
    else if (name === 'fallback') instead = step > 0;
    else if (isOneOf(names.boxes, xml, start, step)) {
      if (step > 0 && boxesAround === 0) begins = end;
      boxesAround = Math.max(0, boxesAround + step);
      if (boxesAround > 0 || step > 0 || paragraphs === 0) continue;
      const box = xml.slice(begins, start);
      if (box.includes(PICTURE)) continue;
      edits.push({ start: begins, end: start, text: '' });
      if (!(instead && boxes.length > before)) boxes.push(box);
    } else if (boxesAround === 0 && isOneOf(names.paragraphs, xml, start, step)) {
      paragraphs = Math.max(0, paragraphs + step);
      if (paragraphs > 0 || boxes.length === 0) continue;
      edits.push({ start: end, end, text: boxes.join('') });
      boxes = [];
    }
  }
  return applyEdits(xml, edits);
}

/** Whether a tag is of an element with one of these names. */
function isOneOf(names: readonly string[], xml: string, start: number, step: number): boolean {
  const from = start + (step > 0 ? 1 : 2);
  return names.some((name) => xml.startsWith(name, from) && /[\s/>]/.test(xml.charAt(from + name.length)));
}
