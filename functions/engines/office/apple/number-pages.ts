/** A field of Pages '09 for a page number or count whose last value is Roman or a letter. */
const LETTERED = /(<sf:page-(?:number|count)\b[^<>]{0,200}?\ssf:value=")(?!\d{1,9}")[^"<>]{0,40}"/g;

/** LibreOffice refuses such a document, and computes page numbers itself: any whole number does as their last value. */
export const numberPages = (xml: string): string => xml.replace(LETTERED, '$11"');
