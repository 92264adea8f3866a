import { Marked } from 'marked';

/** A piece of a page that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in a template: text is escaped, lists are joined, and what is not there is left out. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** HTML with everything escaped that is put into it. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(textOf)));
}

/** Markdown of ours as HTML; code in it may be broken after a slash. */
export function markdown(text: string): Html {
  return new Html(marked.parse(text, { async: false }).trim());
}

/** The same, of a line or two within a paragraph. */
export function inline(text: string): Html {
  return new Html(marked.parseInline(text, { async: false }));
}

const marked = new Marked({ gfm: true });

export function escapeText(text: string): string {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => named[sign] ?? sign);
}

function textOf(value: Content): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === undefined || value === false ? '' : escapeText(`${value}`);
}
