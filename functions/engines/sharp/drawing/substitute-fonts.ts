/** Font families of drawings, and the shipped ones with the same metrics, or a similar look. */
const SUBSTITUTES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Arial|Helvetica)(?: (?:Unicode MS|Neue|Black|Narrow|MT))?(?![\w-])/gi, 'Liberation Sans'],
  [/\b(?:Verdana|Tahoma|Segoe UI|Bitstream Vera Sans)(?![\w-])/gi, 'DejaVu Sans'],
  [/\b(?:Times New Roman|Times|Georgia)(?![\w-])/gi, 'Liberation Serif'],
  [/\b(?:Courier New|Courier|Consolas|Menlo|Monaco)(?![\w-])/gi, 'Liberation Mono'],
  [/(?:\bui-|\b|-apple-)system(?:-ui)?(?![\w-])|\bBlinkMacSystemFont\b/gi, 'sans-serif'],
];

/** The value of a font attribute or property, which may have quotes within quotes. */
const VALUE = /\bfont(?:-family)?\s{0,9}[:=][^;<>{}]{1,300}/gi;

/** Replaces the font families of a drawing by shipped ones: resvg would use a serif font for all that it lacks. */
export function substituteFonts(text: string): string {
  return text.replace(VALUE, (value) =>
    SUBSTITUTES.reduce((replaced, [family, shipped]) => replaced.replace(family, shipped), value),
  );
}
