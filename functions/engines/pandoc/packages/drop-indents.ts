const QUOTED = /^[^<>]{0,200}\bstyle:name="[^"<>]{0,100}quot/i;

/** Drops the indents of paragraphs in Word, which pandoc takes for quotations; it knows these by their styles, too. */
export const dropWordIndents = (xml: string): string => xml.replace(/<w:ind\b[^<>]*>(?:<\/w:ind>)?/g, '');

/** As above, in OpenDocument, where styles of quotations keep theirs. */
export function dropIndents(xml: string): string {
  const styles = xml.split('<style:style ');
  return styles.map((style) => (QUOTED.test(style) ? style : withoutIndents(style))).join('<style:style ');
}

const withoutIndents = (style: string) =>
  style.replace(/<style:paragraph-properties\b[^<>]*/g, (tag) =>
    tag.replace(/ fo:(?:margin-left|text-indent)="[^"<>]*"/g, ''),
  );
