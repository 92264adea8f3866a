/** Functions whose content pandoc's reader of Typst drops: these definitions drop only their appearance. */
const APPEARANCES = ['par', 'pad', 'page', 'rotate', 'scale', 'move', 'repeat', 'highlight', 'overline'];

/** `layout` gets the size of the page, which is A4 by default; `locate` fails, as there is no position on it. */
const FUNCTIONS = [
  '#let layout(f) = f((width: 210mm, height: 297mm))',
  '#let locate(f) = panic("locate")',
  ...APPEARANCES.map((name) => `#show ${name}: it => it.body`),
].join('; ');

/** The number of lines before the document. */
export const LINES_BEFORE = 1;

/** Defines functions that pandoc does not know before a Typst document. */
export function withMissingFunctions(text: string): string {
  return `${FUNCTIONS};\n${text}`;
}
