import { openZip } from '../../../detection/document-zip.ts';
import { inspect } from '../../read/inspect.ts';
import { editPackage } from '../edit-package.ts';

/** The parts of a workbook with cells, and with what belongs to its sheets. */
const SHEET_PARTS = /^xl\/worksheets\/(?:[^/]+\.xml|_rels\/[^/]+\.rels)$/i;
const RELATIONSHIP = /<Relationship [^<>]*\/>/g;
/** A cell with a formula and its last value. */
const COMPUTED =
  /(<(?:x:)?c [^<>]{0,300}>)(<(?:x:)?f\b[^<>]*>(?:(?<!\/>)[^<]*<\/(?:x:)?f>)?)(<(?:x:)?v>([^<]*)<\/(?:x:)?v>)/g;
/** The errors of Excel that LibreOffice knows. */
const ERROR = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A)$/;
/** The name of the sheet is cut out of this text, which LibreOffice writes otherwise. */
const FILE_NAME = /\bCELL\((?:&quot;|")filename/i;
/** What other files or add-ins have computed. */
const FOREIGN = /\[\d|\b_xll\./;
const HEADER = /<(?:x:)?(?:odd|even|first)(?:Header|Footer)\b[^<>]*>[^<]*/g;
const RECOMPUTED = /<(?:x:)?calcPr [^<>]*\bfullCalcOnLoad="(?:1|true)"/;
const PIVOT_CACHE = /^xl\/pivotCache\/pivotCacheDefinition\d*\.xml$/i;
/** The cells of such a pivot table may not be there yet. */
const REFRESHED = /<(?:x:)?pivotCacheDefinition [^<>]*\brefreshOnLoad="(?:1|true)"/;
const LARGEST_PART = 16 * 1024 * 1024;

/**
 * Copies an Excel workbook so that LibreOffice shows what Excel would. LibreOffice takes the last values of formulas also
 * from programs that store 0 and ask Excel to compute them.
 * @param shown whether the target has no formulas; errors, for which LibreOffice has others (Err:502), and pivot tables,
 * which it lays out in its own way and in English, are then those of Excel, unless Excel is to lay them out anew
 * @returns whether there was anything to change
 */
export function placeWorkbook(paths: { readonly from: string; readonly to: string }, shown: boolean): Promise<boolean> {
  const { recomputed, refreshed } = inspect(paths.from, (read, size) => {
    const zip = openZip(read, size);
    const says = (pattern: RegExp) => (name: string) =>
      pattern.test(zip.data(name, LARGEST_PART)?.toString('latin1') ?? '');
    return {
      recomputed: says(RECOMPUTED)('xl/workbook.xml'),
      refreshed: zip.names.filter((name) => PIVOT_CACHE.test(name)).some(says(REFRESHED)),
    };
  });
  if (!shown && !recomputed) return Promise.resolve(false);
  return editPackage(paths, SHEET_PARTS, (xml, name) => {
    if (name.endsWith('.rels')) return shown && !refreshed ? withoutPivotTables(xml) : xml;
    const named = shown ? xml.replace(HEADER, withoutFileName) : xml;
    return recomputed ? withoutValues(named) : withoutFormulas(named);
  });
}

/** LibreOffice would print the name of our copy, or its path. */
const withoutFileName = (header: string): string =>
  header.replace(/&amp;(?:&amp;|[A-Z])/g, (code) => (/[FZ]$/.test(code) ? '' : code));

/** Excel's cells under a pivot table are as it shows them. */
const withoutPivotTables = (xml: string): string =>
  xml.replace(RELATIONSHIP, (tag) => (tag.includes('/pivotTable"') ? '' : tag));

const withoutValues = (xml: string): string =>
  xml.replace(COMPUTED, (all, cell: string, formula: string) => (FOREIGN.test(formula) ? all : cell + formula));

/** Drops formulas that LibreOffice would compute to something else. One that other cells share stays. */
export function withoutFormulas(xml: string): string {
  return xml.replace(COMPUTED, (all, cell: string, formula: string, stored: string, value: string) => {
    if (!ERROR.test(value) && !FILE_NAME.test(formula)) return all;
    const [tag = ''] = formula.split('>', 1);
    return tag.includes(' si=') && tag.includes(' ref=') ? all : cell + stored;
  });
}
