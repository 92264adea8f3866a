import { cleanRule, cleanText } from './clean-text.ts';
import { isRightToLeft } from './logical-order.ts';

const PAGE = /^<!-- Page (\d+) -->$/;
const RULE = /^\s*(?:p \{margin: 0; padding: 0;\}\s*)?\.ft(\d+)\{(.*)\}$/;
const BOX = /^<div id="page\d+-div" style="position:relative;width:(\d+)px;height:(\d+)px;">$/;
const PICTURE =
  /^<img width="(\d+)" height="(\d+)" src="(data:image\/(?:png|jpeg|jpg);base64,[A-Za-z0-9+/=]+)" alt="[^"<>]*"\/>$/;
const TEXT = /^<p style="position:absolute;top:(-?\d+)px;left:(-?\d+)px;white-space:nowrap" class="ft(\d+)">(.*)<\/p>$/;

/** The beginning of a document. @param title escaped */
export function htmlStart(title: string): string {
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>
body { margin: 0; background: #a0a0a0; }
section { position: relative; margin: 0 auto 1em; overflow: hidden; background: #fff; }
section img { display: block; }
section p { position: absolute; margin: 0; white-space: nowrap; }
</style>
</head>
<body>
`;
}

export const HTML_END = '</body>\n</html>\n';

/** The title that poppler wrote; for a file without one, poppler writes its path. */
export function titleOf(html: string, folder: string): string {
  const title = /<title>([^<>]*)<\/title>/.exec(html)?.[1]?.trim() ?? '';
  return title === '' || title.includes(folder) ? 'Document' : title;
}

/** A page that is being rebuilt. */
interface OpenPage {
  readonly number: string;
  readonly lines: string[];
  readonly rules: string[];
  /** Its size, in pixels. */
  width: number;
  height: number;
}

/** The pages of poppler's output, rebuilt from the lines that match its exact form. */
export function* cleanPages(html: string): Generator<string> {
  let page: OpenPage | undefined;
  for (const line of html.split('\n')) {
    const number = PAGE.exec(line)?.[1];
    if (number !== undefined) {
      if (page) yield build(page);
      page = { number, lines: [], rules: [], width: 0, height: 0 };
    } else if (page) {
      const rule = RULE.exec(line);
      if (rule) page.rules.push(`.${fontName(page.number, rule[1])}{${cleanRule(rule[2] ?? '')}}`);
      else page.lines.push(cleanLine(line, page));
    }
  }
  if (page) yield build(page);
}

function build({ number, lines, rules }: OpenPage): string {
  const [box = '<section', ...content] = lines.filter((line) => line !== '');
  const style = rules.length > 0 ? `<style>\n${rules.join('\n')}\n</style>\n` : '';
  return `${style}${box} id="page${number}">\n${content.join('\n')}\n</section>\n`;
}

function cleanLine(line: string, page: OpenPage): string {
  const [, width, height] = BOX.exec(line) ?? [];
  if (width !== undefined) {
    [page.width, page.height] = [Number(width), Number(height)];
    return `<section style="width:${width}px;height:${height}px"`;
  }
  const picture = PICTURE.exec(line);
  if (picture) return `<img width="${picture[1]}" height="${picture[2]}" src="${picture[3]}" alt="">`;
  const [, top, left, font, text = ''] = TEXT.exec(line) ?? [];
  if (top === undefined || isBeyond(Number(left), Number(top), page)) return '';
  const rightToLeft = isRightToLeft(text.replace(/<[^<>]*>/g, ''));
  const direction = rightToLeft ? ' dir="rtl"' : '';
  const place = `style="top:${top}px;left:${left}px" class="${fontName(page.number, font)}"`;
  return `<p ${place}${direction}>${cleanText(text, rightToLeft)}</p>`;
}

/** Whether a text begins so far from the page that nothing of it is shown. */
function isBeyond(left: number, top: number, { width, height }: OpenPage): boolean {
  return Math.abs(left) >= width || Math.abs(top) >= height;
}

/** A unique class of a font: poppler joins page and font number, so that those of page 1 and page 11 collide. */
function fontName(page: string, number = ''): string {
  return `p${page}f${number.startsWith(page) ? number.slice(page.length) : number}`;
}
