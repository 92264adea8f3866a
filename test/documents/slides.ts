/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

const NAMESPACES = [
  ...['office', 'style', 'text', 'table', 'drawing', 'presentation'],
  ...['svg-compatible', 'xsl-fo-compatible'],
]
  .map((name) => {
    const prefix = { drawing: 'draw', 'svg-compatible': 'svg', 'xsl-fo-compatible': 'fo' }[name] ?? name;
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;
  })
  .join(' ');

const frame = (content: string, attributes = '') =>
  `<draw:frame ${attributes} svg:width="10cm" svg:height="4cm" svg:x="2cm" svg:y="2cm">${content}</draw:frame>`;
const box = (content: string, kind?: string) =>
  frame(
    `<draw:text-box>${content}</draw:text-box>`,
    kind ? `presentation:style-name="pr" presentation:class="${kind}"` : '',
  );
const list = (...items: string[]) =>
  `<text:list>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`;
const p = (text: string) => `<text:p>${text}</text:p>`;
const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`;
const table = (...rows: string[][]) =>
  frame(
    `<table:table><table:table-column/><table:table-column/>${rows
      .map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
      .join('')}</table:table>`,
  );

/** A presentation of three slides: bullets and notes; a table and a picture; a box of text in a group, and no title. */
export const PRESENTATION = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:styles><style:presentation-page-layout style:name="AL"><presentation:placeholder presentation:object="title" svg:x="2cm" svg:y="1cm" svg:width="20cm" svg:height="3cm"/><presentation:placeholder presentation:object="outline" svg:x="2cm" svg:y="5cm" svg:width="20cm" svg:height="9cm"/></style:presentation-page-layout></office:styles><office:automatic-styles><style:page-layout style:name="PM"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout><style:style style:name="pr" style:family="presentation"/></office:automatic-styles>
<office:master-styles><style:master-page style:name="M" style:page-layout-name="PM"><presentation:notes/></style:master-page></office:master-styles>
<office:body><office:presentation>
<draw:page draw:name="one" draw:master-page-name="M" presentation:presentation-page-layout-name="AL">${box(list(p('First point'), `${p('Second &amp; last')}${list(p('below it'))}`), 'outline')}${box(p('What we found'), 'title')}<presentation:notes>${box(p('Say this slowly'), 'notes')}</presentation:notes></draw:page>
<draw:page draw:name="two" draw:master-page-name="M" presentation:presentation-page-layout-name="AL">${box(p('Numbers'), 'title')}${table(['Year', 'Sum'], ['2025', 'a | b'])}${frame(`<draw:image><office:binary-data>${PIXEL}</office:binary-data></draw:image>`)}</draw:page>
<draw:page draw:name="three" draw:master-page-name="M"><draw:g>${box(`${p('Only <text:a xlink:href="https://example.org/">a link</text:a>')}`)}</draw:g></draw:page>
</office:presentation></office:body></office:document>`;
