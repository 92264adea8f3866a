import { decodeEntities, escapeXml } from '../../entities.ts';
import { applyEdits, type Edit, tokensOf } from '../../markup.ts';
import { chartTitles, chartWords } from '../../pandoc/office/charts.ts';

const OBJECTS: readonly string[] = ['object', 'object-ole'];

/** The formula in the language of LibreOffice's editor. */
const FORMULA = /<annotation encoding="StarMath 5\.0">([^<]*)</;

/** An open frame, and the words for the object in it. */
interface Frame {
  readonly start: number;
  words?: string;
}

/** Replaces charts, formulas and other objects in flat OpenDocument by words. */
export function nameObjects(xml: string): string {
  const edits: Edit[] = [];
  const frames: Frame[] = [];
  let [objects, object, paragraphs] = [0, 0, 0];
  for (const { kind, name, start, end } of tokensOf(xml)) {
    const step = kind === 'open' && xml[end - 2] !== '/' ? 1 : kind === 'close' ? -1 : 0;
    const frame = frames.at(-1);
    if (OBJECTS.includes(name)) {
      if (objects === 0) object = start;
      objects = Math.max(0, objects + step);
      // Nested objects are part of the outer: each byte is read once.
      if (frame && objects === 0) frame.words = wordsFor(xml.slice(object, end));
    } else if (step === 0 || objects > 0) continue;
    else if (name === 'p' || name === 'h') paragraphs = Math.max(0, paragraphs + step);
    else if (name === 'frame' && step > 0) frames.push({ start });
    else if (name === 'frame' && frames.pop() && frame?.words !== undefined) {
      const words = escapeXml(frame.words);
      // Edits within the frame go with it.
      while ((edits.at(-1)?.start ?? 0) > frame.start) edits.pop();
      edits.push({ start: frame.start, end, text: paragraphs > 0 ? words : `<text:p>${words}</text:p>` });
    }
  }
  return applyEdits(xml, edits);
}

function wordsFor(object: string): string {
  const [title] = chartTitles(object);
  if (title !== undefined) return chartWords(title);
  const formula = FORMULA.exec(object)?.[1];
  return formula === undefined ? '[Object]' : decodeEntities(formula);
}
