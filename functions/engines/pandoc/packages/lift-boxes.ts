import { applyEdits, type Edit, tokensOf } from '../../markup.ts';

/** The names of paragraphs and text boxes, with their prefixes, in lower case. */
export interface BoxNames {
  readonly paragraphs: readonly string[];
  readonly boxes: readonly string[];
  /** A box with this in it stays where it is. */
  readonly kept?: string;
}

/** Moves the content of text boxes after the paragraph that they are anchored to: pandoc reads few of them. */
export function liftBoxes(xml: string, names: BoxNames): string {
  const edits: Edit[] = [];
  let boxes: string[] = [];
  let [paragraphs, boxesAround, begins, before] = [0, 0, 0, 0];
  let instead = false;
  for (const { kind, name, qualified, empty, start, end } of tokensOf(xml)) {
    const step = kind === 'open' && !empty ? 1 : kind === 'close' ? -1 : 0;
    if (step === 0) continue;
    // The fallback of alternate content repeats the box.
    if (name === 'alternatecontent' && step > 0 && boxesAround === 0) before = boxes.length;
    else if (name === 'fallback') instead = step > 0;
    else if (names.boxes.includes(qualified)) {
      if (step > 0 && boxesAround === 0) begins = end;
      boxesAround = Math.max(0, boxesAround + step);
      if (boxesAround > 0 || step > 0 || paragraphs === 0) continue;
      const box = xml.slice(begins, start);
      if (names.kept !== undefined && box.includes(names.kept)) continue;
      edits.push({ start: begins, end: start, text: '' });
      if (!(instead && boxes.length > before)) boxes.push(box);
    } else if (boxesAround === 0 && names.paragraphs.includes(qualified)) {
      paragraphs = Math.max(0, paragraphs + step);
      if (paragraphs > 0 || boxes.length === 0) continue;
      edits.push({ start: end, end, text: boxes.join('') });
      boxes = [];
    }
  }
  return applyEdits(xml, edits);
}
