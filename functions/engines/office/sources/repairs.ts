const TABLE_END = '</w:tbl>';
const PARAGRAPH = /<w:p[\s>/]/;

/**
 * Adds a paragraph after a table at the end of a Word document, as Word always does. Without one, LibreOffice 25.2 adds a
 * hidden paragraph, and never ends when it exports plain text.
 */
export function closeTable(xml: string): string {
  const table = xml.lastIndexOf(TABLE_END);
  if (table < 0) return xml;
  const end = table + TABLE_END.length;
  return PARAGRAPH.test(xml.slice(end)) ? xml : `${xml.slice(0, end)}<w:p/>${xml.slice(end)}`;
}

/**
 * Drops an unclosed tag at the end of a page, as browsers do. LibreOffice searches for its end anew from each of its
 * parts, in quadratic time.
 */
export function dropUnfinishedTag(markup: string): string {
  const start = markup.lastIndexOf('>') + 1;
  const tag = markup.slice(start).search(/<[a-z/!?]/i);
  return tag < 0 ? markup : markup.slice(0, start + tag);
}

/** A field of Pages '09 for a page number or count whose last value is Roman or a letter. */
const LETTERED = /(<sf:page-(?:number|count)\b[^<>]{0,200}?\ssf:value=")(?!\d{1,9}")[^"<>]{0,40}"/g;

/** LibreOffice refuses such a document, and computes page numbers itself: any whole number does as their last value. */
export const numberPages = (xml: string): string => xml.replace(LETTERED, '$11"');

/** The parts of a Word document that are changed: texts, headers and footers, settings. */
export const WORD_PARTS = /^word\/(?:document\d{0,3}|footnotes|endnotes|(?:header|footer)\d{1,4}|settings)\.xml$/;
const WORD_SETTINGS = /^word\/settings\.xml$/;
/** The parts of an OpenDocument text. */
export const ODT_PARTS = /^(?:content|styles)\.xml$/;

/**
 * Keeps the file names that stand in a document: LibreOffice would write that of our copy, with its path. Of a field that it
 * does not know it keeps the last text.
 */
export const keepFileNames = (xml: string): string =>
  xml
    .replace(/(<w:instrText\b[^<>]{0,60}>|\bw:instr=")(\s{0,9}"?FILENAME)\b/gi, '$1$2S')
    .replace(/<text:file-name\b[^<>]{0,200}>/g, (tag) =>
      tag.replace(/ text:fixed="\w+"/, '').replace(/(?=\/?>)/, ' text:fixed="true"'),
    );

const BOOKMARK = /<w:bookmarkStart\b[^<>]{0,300}?\bw:name="([^"<>]{1,100})"/g;
const COMPUTED =
  /(<w:instrText\b[^<>]{0,60}>|\bw:instr=")(\s{0,9}(?:SAVEDATE|PRINTDATE|DATE|TIME|(?:PAGE)?REF\s{1,9}([^\s"<>]{1,100})))(?=[\s"<])/gi;

/**
 * Keeps the dates that stand in a Word document, and the words of references to what is not there: LibreOffice would write
 * today's date, and an error.
 */
export function keepResults(xml: string): string {
  const bookmarks = new Set(Array.from(xml.matchAll(BOOKMARK), ([, name]) => name));
  return xml.replace(COMPUTED, (field, before: string, instruction: string, name?: string) =>
    bookmarks.has(name) ? field : before + instruction.replace(/\w+/, '$&S'),
  );
}

/** A word of Hebrew, Arabic or Syriac letters, as the Latin-1 characters of its UTF-8. */
const RIGHT_TO_LEFT = /(?:[\xd7-\xdd][\x80-\xbf]){2,60}/g;
/** From how many such words on a document counts as one from right to left. */
const MANY = 20;
const COMPATIBILITY = /<w:compatSetting\b[^<>]{0,200}?\bw:name="compatibilityMode"[^<>]{0,200}/;
const VERSION_15 = /\bw:val="15"/;

const TABLE = '<w:tblPr>';
/** A longer part, in bytes, keeps its tables as they are: what is added to each of them could make it four times as long. */
const LONGEST_PART = 20_000_000;

/**
 * Says of tables in pages from right to left which do not say their own direction that their columns run from left to right,
 * as they do in Word: LibreOffice 25.2 mirrors them.
 */
function directTables(xml: string): string {
  if (xml.length > LONGEST_PART) return xml;
  const sections = xml.split('<w:sectPr').slice(1);
  if (!sections.some((section) => section.slice(0, section.indexOf('</w:sectPr>')).includes('<w:bidi/>'))) return xml;
  const [start = '', ...tables] = xml.split(TABLE);
  const directed = tables.map((table) =>
    table.slice(0, table.indexOf('</w:tblPr>')).includes('<w:bidiVisual') ? '' : '<w:bidiVisual w:val="0"/>',
  );
  return start + tables.map((table, at) => TABLE + directed[at] + table).join('');
}

/**
 * Changes the parts of a Word document, in the order of their names. Where text runs from right to left, its lines are set as
 * Word 2010 did: LibreOffice 25.2 never ends with some justified lines of which it narrows the spaces, as Word 2013 does.
 */
export function changeWord(edit: (xml: string, name: string) => string): (xml: string, name: string) => string {
  let rightToLeft = 0;
  return (xml, name) => {
    if (WORD_SETTINGS.test(name)) return rightToLeft >= MANY ? asWord2010(xml) : xml;
    RIGHT_TO_LEFT.lastIndex = 0;
    while (rightToLeft < MANY && RIGHT_TO_LEFT.test(xml)) rightToLeft++;
    return edit(directTables(xml), name);
  };
}

const asWord2010 = (settings: string) =>
  settings.replace(COMPATIBILITY, (setting) => setting.replace(VERSION_15, 'w:val="14"'));

const RUN_END = '</w:r>';
const RUN = /^(<w:r(?: [^<>]*)?>)(<w:rPr>.*<\/w:rPr>)?(.*)$/s;
const FIELD_MARK = /<w:fldChar\b[^<>]*\/>/g;
/** What is divided is repeated: two fields have six marks, and a look a few hundred characters. */
const MOST_MARKS = 6;
const LONGEST_LOOK = 1000;

/**
 * Puts each mark of a field of a Word document into a run of its own, as Word does: where other programs write all of a field
 * into one run, LibreOffice 25.2 forgets the look of what follows.
 */
export function divideFields(xml: string): string {
  if (xml.length > LONGEST_PART || !xml.includes('<w:fldChar')) return xml;
  return xml.split(RUN_END).map(divideRun).join(RUN_END);
}

/** @param part what stands before the end of a run */
function divideRun(part: string): string {
  if (!part.includes('<w:fldChar')) return part;
  const start = Math.max(part.lastIndexOf('<w:r>'), part.lastIndexOf('<w:r '));
  const [, open, look = '', content = ''] = RUN.exec(start < 0 ? '' : part.slice(start)) ?? [];
  const marks = content.match(FIELD_MARK)?.length ?? 0;
  if (!open || look.length > LONGEST_LOOK || marks > MOST_MARKS || content.replace(FIELD_MARK, '') === '') return part;
  const divided = content.replace(FIELD_MARK, (mark) => `${RUN_END}${open}${look}${mark}${RUN_END}${open}${look}`);
  return part.slice(0, start) + open + look + divided;
}

/** The parts of a presentation with its texts. */
export const SLIDE_PARTS = /^ppt\/slide(?:s|Layouts|Masters)\/slide(?:Layout|Master)?\d{1,5}\.xml$/;
const BULLET = /(<a:buFont(?:Tx)?\b[^<>]{0,300}\/>)?<a:buChar char="(?:\xe2\x80\xa2|&#(?:x2022|8226);)"/g;

/** Gives round bullets of slides a font where they have none: that of LibreOffice 25.2 has them a tenth of the size too high. */
export const nameBulletFonts = (xml: string): string =>
  xml.replace(BULLET, (bullet, font?: string) => (font ? bullet : `<a:buFont typeface="Arial"/>${bullet}`));

/** As `keepFileNames`, in Rich Text. */
export const keepNamesInRtf = (rtf: string): string =>
  rtf.replace(/\bFILENAME\b/g, (name, at: number) => {
    const before = rtf.slice(Math.max(0, at - LONGEST_INSTRUCTION), at);
    return before.lastIndexOf('\\fldinst') > before.lastIndexOf('}') ? `${name}S` : name;
  });

const LONGEST_INSTRUCTION = 300;
/** What follows the mark of a field, in characters of one byte or two. */
const NAME_WITH_PATH = /([^ -ÿ](?:[ "]\0?){1,9}F\0?I\0?L\0?E\0?N\0?A\0?M\0?E\0?(?: \0?){1,9})\\(\0?)p/gi;

/** LibreOffice goes by the number of a field in a binary Word document: it shows our name, but no path. */
export const dropPathsInDoc = (doc: string): string => doc.replace(NAME_WITH_PATH, '$1 $2 ');
