import { chart } from './charts.ts';

const SPACES = Object.entries({
  ...{ office: 'office', text: 'text', table: 'table', style: 'style', presentation: 'presentation', chart: 'chart' },
  ...{ draw: 'drawing', svg: 'svg-compatible', fo: 'xsl-fo-compatible' },
}).map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`);
const OTHERS = 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"';

const flat = (kind: string, head: string, body: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${SPACES.join(' ')} ${OTHERS} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${head}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`,
  );

const WHO = '<dc:creator>Ann</dc:creator><dc:date>2026-01-02T03:04:05</dc:date>';
const comment = (extra = '') => `<office:annotation${extra}>${WHO}<text:p>commentword</text:p></office:annotation>`;
const region = (id: string, kind: string, text = '') =>
  `<text:changed-region xml:id="${id}" text:id="${id}"><text:${kind}><office:change-info>${WHO}</office:change-info>${text}</text:${kind}></text:changed-region>`;

/** A text with tracked changes, a comment, hidden letters, a footnote, a header, a chart and a box. */
export const MARKED_TEXT = flat(
  'text',
  `<office:automatic-styles><style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style><style:page-layout style:name="pm"><style:header-style/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm"><style:header><text:p>headerword</text:p></style:header></style:master-page></office:master-styles>`,
  [
    `<text:tracked-changes>${region('c1', 'insertion')}${region('c2', 'deletion', '<text:p>deletedword</text:p>')}</text:tracked-changes>`,
    '<text:p>plainword <text:change-start text:change-id="c1"/>insertedword<text:change-end text:change-id="c1"/> and <text:change text:change-id="c2"/> rest</text:p>',
    `<text:p>about${comment()} this <text:span text:style-name="H">hiddenword</text:span></text:p>`,
    '<text:p>noted<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>footnoteword</text:p></text:note-body></text:note></text:p>',
    `<text:p>${chart('charttitle', ' text:anchor-type="as-char"')}</text:p>`,
    '<text:p><draw:frame text:anchor-type="paragraph" svg:width="5cm" svg:height="2cm"><draw:text-box><text:p>boxword</text:p></draw:text-box></draw:frame>end</text:p>',
  ].join(''),
);

const cell = (text: string, more = '') =>
  `<table:table-cell office:value-type="string">${more}<text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, extra = '') => `<table:table-row${extra}>${cells}</table:table-row>`;

/** A workbook with a comment, a chart, a shape, and a hidden column, row and sheet. */
export const MARKED_SHEETS = flat(
  'spreadsheet',
  '<office:automatic-styles><style:style style:name="th" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>',
  [
    `<table:table table:name="Shown"><table:shapes>${chart('charttitle')}<draw:custom-shape svg:width="5cm" svg:height="2cm" svg:x="9cm" svg:y="9cm"><text:p>shapeword</text:p></draw:custom-shape></table:shapes>`,
    '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>',
    row(cell('name') + cell('hiddencolumn') + cell('third')),
    row(cell('cellword', comment()) + cell('b2') + cell('c2')),
    row(cell('hiddenrow') + cell('x'), ' table:visibility="collapse"'),
    `${row(cell('last') + cell('y'))}</table:table>`,
    `<table:table table:name="Second" table:style-name="th">${row(cell('k'))}${row(cell('hiddensheet'))}</table:table>`,
  ].join(''),
);

const box = (text: string, role: string) =>
  `<draw:frame presentation:class="${role}" presentation:style-name="pr" svg:width="20cm" svg:height="3cm" svg:x="2cm" svg:y="1cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
const slide = (name: string, extra: string, content: string, notes: string) =>
  `<draw:page draw:name="${name}" draw:master-page-name="M" presentation:presentation-page-layout-name="AL"${extra}>${content}<presentation:notes>${box(notes, 'notes')}</presentation:notes></draw:page>`;

/** Two slides with notes, the first with a comment and a chart, the second hidden. */
export const MARKED_SLIDES = flat(
  'presentation',
  '<office:styles><style:presentation-page-layout style:name="AL"><presentation:placeholder presentation:object="title" svg:x="2cm" svg:y="1cm" svg:width="20cm" svg:height="3cm"/></style:presentation-page-layout></office:styles><office:automatic-styles><style:page-layout style:name="PM"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout><style:style style:name="pr" style:family="presentation"/><style:style style:name="dph" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="PM"><presentation:notes/></style:master-page></office:master-styles>',
  slide('one', '', comment(' svg:x="1cm" svg:y="1cm"') + box('slideword', 'title') + chart('charttitle'), 'notesword') +
    slide('two', ' draw:style-name="dph"', box('hiddenslide', 'title'), 'secondnotes'),
);
