/** Formats as LibreOffice writes them. */
const SCIENTIFIC = /(<number:scientific-number )number:decimal-places="0"/g;

/** Lets a duration show more than 24 hours. */
const ENDLESS = ' number:truncate-on-overflow="false"';
const DURATION =
  '<number:hours/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/>';
const AMOUNT =
  '<number:number number:decimal-places="4" number:min-decimal-places="2" number:min-integer-digits="1"/><number:text> </number:text>';

/**
 * Repairs the number formats of an Apple workbook in LibreOffice's flat XML: currency without decimals, scientific notation
 * with one digit, durations as times of day. The values are right, but tables and pages have the formatted ones.
 */
export function repairNumbers(xml: string): string {
  const amounts = changeStyles(xml, 'number:currency-style', (style) =>
    style.includes('<number:number ')
      ? style
      : style.replace('<number:currency-symbol', `${AMOUNT}<number:currency-symbol`),
  );
  const durations = changeStyles(amounts, 'number:time-style', (style) => {
    const tag = style.slice(0, style.indexOf('>')).replace(ENDLESS, '');
    return `${tag}${ENDLESS}>${DURATION}</number:time-style>`;
  });
  return durations.replace(SCIENTIFIC, '$1number:decimal-places="9"');
}

/** Changes each element of a name with its content; such elements are not nested. */
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
