/** The style of books, before and behind their own. No script of a book runs. */
const STYLE = `
@page { margin: 20mm; }
html { background: white; font: 11pt/1.4 "Liberation Serif", serif; }
body + body { break-before: page; }
pagebreak, mbp\\:pagebreak { display: block; break-before: page; }
`;
const FIT = `
img, svg { max-width: 100% !important; max-height: 95vh !important; }
pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
`;

/** The page to which the chapters of a book are added. Its second style sheet stays the last one. */
export const BOOK_PAGE = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'none'; frame-src 'none'; object-src 'none'">
<title></title><style>${STYLE}</style><style>${FIT}</style></head><body></body></html>`;
