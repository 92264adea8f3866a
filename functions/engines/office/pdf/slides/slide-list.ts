import { escapeXml } from '../../../entities.ts';
import type { Paragraph } from '../blocks/block.ts';
import type { Line, Run } from '../page.ts';
import { type OdtStyles, points, properties } from '../writing/odt-styles.ts';
import { widthOf } from '../writing/space-letters.ts';

/** A bullet at the beginning of an entry, and what is between it and its text. */
const BULLET = /^\s*([•·▪▫◦‣⁃∙●○■□◆◇❖➔➢➤►▶▸✓✔\u2012-\u2015\uf000-\uf0ff-])[\s\t]+/u;
/** The distance between a bullet and its text where it is not known, by the size of letters. */
const USUAL_DISTANCE = 0.8;

/** An entry of a list: the style of its list, and its text without the bullet. */
interface Entry {
  readonly style: string;
  readonly paragraph: Paragraph;
}

/** The entry of a list that a paragraph is: what begins with a bullet. */
export function listOf(paragraph: Paragraph, styles: OdtStyles): Entry | undefined {
  const [first, ...others] = paragraph.lines;
  const [mark] = first?.runs ?? [];
  if (!first || !mark || paragraph.align === 'center' || paragraph.align === 'end') return undefined;
  const text = first.runs.map((run) => run.text).join('');
  const [whole, bullet] = BULLET.exec(text) ?? [];
  if (whole === undefined || bullet === undefined || whole.length === text.length) return undefined;
  const runs = withoutStart(first.runs, whole.length);
  const size = runs[0]?.font.size ?? mark.font.size;
  const start = paragraph.indent + paragraph.firstIndent;
  const known = paragraph.firstIndent < 0 ? -paragraph.firstIndent : widthOf({ ...mark, text: `${bullet} ` });
  const distance = known > 0 ? known : size * USUAL_DISTANCE;
  const places = properties('list-level', {
    'text:space-before': points(Math.max(0, start)),
    'text:min-label-width': points(distance),
  });
  const look = properties('text', {
    'fo:font-family': mark.font.family,
    'fo:color': mark.font.color,
    'fo:font-size': `${Math.round((mark.font.size / size) * 100)}%`,
  });
  const style = styles.listName(
    `<text:list-level-style-bullet text:level="1" text:bullet-char="${escapeXml(bullet)}">${places}${look}</text:list-level-style-bullet>`,
  );
  const line: Line = { ...first, left: first.left + distance, runs };
  const lines = [line, ...others];
  return {
    style,
    paragraph: {
      ...paragraph,
      lines,
      runs: withoutStart(paragraph.runs, whole.length),
      indent: 0,
      firstIndent: 0,
      tabs: [],
    },
  };
}

/** Runs without their first characters. */
function withoutStart(runs: readonly Run[], count: number): Run[] {
  let left = count;
  return runs.flatMap((run) => {
    const text = run.text.slice(left);
    left = Math.max(0, left - run.text.length);
    return text === '' ? [] : [{ ...run, text }];
  });
}
