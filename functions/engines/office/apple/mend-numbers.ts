/** How many digits behind the point are shown where LibreOffice shows none of them, or too few. */
const DIGITS = { amount: 4, number: 9 } as const;

/** Formats as LibreOffice writes them. */
const SCIENTIFIC = /(<number:scientific-number )number:decimal-places="0"/g;
const FIXED = /(<number:number )number:decimal-places="[0-8]"/g;

/** Spans of time of more than a day, as no clock shows them. */
const ENDLESS = ' number:truncate-on-overflow="false"';
const SPAN =
  '<number:hours/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/>';
const AMOUNT = `<number:number number:decimal-places="${DIGITS.amount}" number:min-decimal-places="2" number:min-integer-digits="1"/><number:text> </number:text>`;

/**
 * Mends how numbers are shown in a workbook of Apple's that LibreOffice has read and written as one XML file: amounts of
 * money without what is behind the point, powers of ten with one digit, spans of time as the hour of a clock. Their values
 * are right, but tables and pages have what is shown.
 * @param old whether it is of before 2013: then the format of a cell's own is not read, and that of its style may round
 */
export function mendNumbers(xml: string, old: boolean): string {
  const amounts = changeStyles(xml, 'number:currency-style', (style) =>
    style.includes('<number:number ')
      ? style
      : style.replace('<number:currency-symbol', `${AMOUNT}<number:currency-symbol`),
  );
  const spans = changeStyles(amounts, 'number:time-style', (style) => {
    const head = style.slice(0, style.indexOf('>')).replace(ENDLESS, '');
    return `${head}${ENDLESS}>${SPAN}</number:time-style>`;
  });
  const mended = spans.replace(SCIENTIFIC, `$1number:decimal-places="${DIGITS.number}"`);
  return old ? mended.replace(FIXED, `$1number:decimal-places="${DIGITS.number}"`) : mended;
}

/** Changes each element of a name, with all that is in it; there are none in each other. */
function changeStyles(xml: string, name: string, change: (style: string) => string): string {
  const [opening, closing] = [`<${name} `, `</${name}>`];
  const out: string[] = [];
  let copied = 0;
  for (let at = xml.indexOf(opening); at >= 0; at = xml.indexOf(opening, copied)) {
    const end = xml.indexOf(closing, at);
    if (end < 0) break;
    out.push(xml.slice(copied, at), change(xml.slice(at, end + closing.length)));
    copied = end + closing.length;
  }
  return out.join('') + xml.slice(copied);
}
