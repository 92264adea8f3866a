/** Formats as LibreOffice writes them. */
const SCIENTIFIC = /(<number:scientific-number )number:decimal-places="0"/g;

/** Spans of time of more than a day, as no clock shows them. */
const ENDLESS = ' number:truncate-on-overflow="false"';
const SPAN =
  '<number:hours/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/>';
const AMOUNT =
  '<number:number number:decimal-places="4" number:min-decimal-places="2" number:min-integer-digits="1"/><number:text> </number:text>';

/**
 * Mends how numbers are shown in a workbook of Apple's that LibreOffice has read and written as one XML file: amounts of
 * money without what is behind the point, powers of ten with one digit, spans of time as the hour of a clock. Their values
 * are right, but tables and pages have what is shown.
 */
export function mendNumbers(xml: string): string {
  const amounts = changeStyles(xml, 'number:currency-style', (style) =>
    style.includes('<number:number ')
      ? style
      : style.replace('<number:currency-symbol', `${AMOUNT}<number:currency-symbol`),
  );
  const spans = changeStyles(amounts, 'number:time-style', (style) => {
    const head = style.slice(0, style.indexOf('>')).replace(ENDLESS, '');
    return `${head}${ENDLESS}>${SPAN}</number:time-style>`;
  });
  return spans.replace(SCIENTIFIC, '$1number:decimal-places="9"');
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
