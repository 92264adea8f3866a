import { Marked, type RendererObject, type Tokens } from 'marked';
import { piecesOf } from '../../markup.ts';
import { tooComplex } from '../../poppler/limits.ts';
import { BoundedLexer } from './bounded-lexer.ts';

const STYLE = `
body { max-width: 48em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; }
h1, h2, h3, h4, h5, h6 { font-family: sans-serif; }
pre, code { font-family: monospace; background: #f4f4f4; }
pre { padding: 0.8em; overflow-x: auto; }
blockquote { margin-left: 0; padding-left: 1em; border-left: 0.25em solid #ccc; color: #555; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 0.3em 0.6em; }
img { max-width: 100%; }
`;

/** What tools for static pages put before the text: names and values, not part of it. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

const TITLE = 'title:';

/**
 * A page of Markdown in the dialect of GitHub. HTML within it is kept: it is the author's own.
 * @throws ConversionError TOO_COMPLEX
 */
export function renderMarkdown(source: string): string {
  const text = source.replace(/^\uFEFF/, '');
  const matter = FRONT_MATTER.exec(text);
  const page = render(text.slice(matter?.[0].length ?? 0));
  // LibreOffice draws the lines of a table by this, and not by its style.
  const body = page.replaceAll('<table>', '<table border="1" cellspacing="0" cellpadding="4">');
  const title = titleOf(matter?.[1]) ?? headingOf(body) ?? 'Document';
  return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${body}</body>\n</html>\n`;
}

function render(text: string): string {
  const marked = new Marked({ gfm: true, renderer: renderer() });
  try {
    return marked.parser(new BoundedLexer(marked.defaults).lex(text));
  } catch (error) {
    if (error instanceof RangeError)
      throw tooComplex('The text has lists or quotations too deep in each other.', error);
    throw error;
  }
}

function titleOf(matter = ''): string | undefined {
  const line = matter.split('\n').find((each) => each.startsWith(TITLE));
  const value = line?.slice(TITLE.length).trim() ?? '';
  const [first = ''] = value;
  const quoted = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
  const title = quoted ? value.slice(1, -1) : value;
  return title === '' ? undefined : escapeHtml(title);
}

/** The text of the first heading, which is escaped already. */
function headingOf(body: string): string | undefined {
  let heading: string | undefined;
  for (const { kind, name, start, end } of piecesOf(body, { html: true })) {
    const isHeading = /^h[1-6]$/.test(name);
    if (isHeading && kind === 'close' && heading !== undefined) return heading.trim() || undefined;
    if (isHeading) heading ??= '';
    else if (kind === 'text' && heading !== undefined) heading += body.slice(start, end);
  }
  return undefined;
}

function renderer(): RendererObject {
  const taken = new Map<string, number>();
  return {
    // So that links within the text arrive.
    heading({ tokens, depth, text }: Tokens.Heading) {
      const name = anchorOf(text, taken);
      return `<h${depth} id="${name}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Sign rather than field of a form: it is there to be read.
    checkbox({ checked }: Tokens.Checkbox) {
      return checked ? '☑ ' : '☐ ';
    },
  };
}

/** The name that GitHub gives a heading. */
function anchorOf(heading: string, taken: Map<string, number>): string {
  const plain = heading.toLowerCase().replace(/<[^<>]*>/g, '');
  const name = plain.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
  const count = taken.get(name) ?? 0;
  taken.set(name, count + 1);
  return count > 0 ? `${name}-${count}` : name;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
