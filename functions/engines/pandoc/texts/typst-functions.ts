/** Functions whose content pandoc's reader of Typst drops without a word: only how it looks is left out with these. */
const APPEARANCES = ['par', 'pad', 'page', 'rotate', 'scale', 'move', 'repeat', 'highlight', 'overline'];

/** `layout` asks for the size of the page, which is A4 unless a document says otherwise; `locate` for a place on it, which none has. */
const FUNCTIONS = [
  '#let layout(f) = f((width: 210mm, height: 297mm))',
  '#let locate(f) = panic("locate")',
  ...APPEARANCES.map((name) => `#show ${name}: it => it.body`),
].join('; ');

/** How many lines stand before those of the document. */
export const LINES_BEFORE = 1;

/** A text of Typst before which the functions are defined that pandoc does not know. */
export function withMissingFunctions(text: string): string {
  return `${FUNCTIONS};\n${text}`;
}
