/** Families that drawings ask for, and ours with their metrics, or their looks. */
const SUBSTITUTES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Arial|Helvetica)(?: (?:Unicode MS|Neue|Black|Narrow|MT))?(?![\w-])/gi, 'Liberation Sans'],
  [/\b(?:Verdana|Tahoma|Segoe UI|Bitstream Vera Sans)(?![\w-])/gi, 'DejaVu Sans'],
  [/\b(?:Times New Roman|Times|Georgia)(?![\w-])/gi, 'Liberation Serif'],
  [/\b(?:Courier New|Courier|Consolas|Menlo|Monaco)(?![\w-])/gi, 'Liberation Mono'],
  [/(?:\bui-|\b|-apple-)system(?:-ui)?(?![\w-])|\bBlinkMacSystemFont\b/gi, 'sans-serif'],
];

/** The value of an attribute or property of a font: in quotes of one kind may be those of the other. */
const VALUE = /\bfont(?:-family)?\s{0,9}[:=][^;<>{}]{1,300}/gi;

/** The text of a drawing, with our families in the place of those that resvg would set in a serif one: it knows no substitutes. */
export function substituteFonts(text: string): string {
  return text.replace(VALUE, (value) =>
    SUBSTITUTES.reduce((replaced, [family, ours]) => replaced.replace(family, ours), value),
  );
}
