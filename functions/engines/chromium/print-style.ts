/** The style of pages that pandoc makes of markup. */
export const PRINT_STYLE = `
@page { margin: 20mm; @bottom-center { content: counter(page) " / " counter(pages); font: 8.5pt sans-serif; color: #666; } }
html { background: none; color: #1a1a1a; font: 10.5pt/1.5 "Noto Serif", "Liberation Serif", serif; }
body { max-width: 46em; margin: 0 auto; padding: 2em 0; hyphens: manual; overflow-wrap: break-word; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; background: none; color: #1a1a1a; } }
h1, h2, h3, h4, h5, h6 { font-family: "Noto Sans", "Liberation Sans", sans-serif; line-height: 1.25; margin: 1.4em 0 0.5em; break-after: avoid; }
h1 { font-size: 1.8em; } h2 { font-size: 1.4em; } h3 { font-size: 1.15em; } h4, h5, h6 { font-size: 1em; font-style: normal; }
body > h1:first-child, header h1 { margin-top: 0; }
header { text-align: left; margin-bottom: 2em; }
p, ul, ol, dl { margin: 0 0 0.8em; orphans: 3; widows: 3; }
a { color: #0b4f8a; text-decoration: none; }
img, svg, video { max-width: 100%; max-height: 240mm; }
figure { margin: 1em 0; break-inside: avoid; } figcaption { font-size: 0.9em; color: #555; margin-top: 0.4em; }
pre, code, kbd, samp { font-family: "Noto Sans Mono", "Liberation Mono", monospace; font-size: 0.88em; }
code { background: #f3f3f1; padding: 0.1em 0.25em; border-radius: 2px; }
pre { background: #f6f6f4; border: 1px solid #e2e2de; border-radius: 3px; padding: 0.7em 0.9em; margin: 0 0 1em; white-space: pre-wrap; overflow-wrap: anywhere; overflow: visible; }
pre code, pre > code.sourceCode { background: none; padding: 0; font-size: 1em; white-space: pre-wrap; }
div.sourceCode { margin: 0 0 1em; overflow: visible; } div.sourceCode pre { margin: 0; }
blockquote { margin: 0 0 1em; padding: 0 0 0 1em; border-left: 3px solid #cfcfca; color: #555; }
table { border-collapse: collapse; width: auto; margin: 0 0 1em; font-size: 0.95em; overflow: visible; display: table; }
th, td { border: 1px solid #bbb; padding: 0.3em 0.6em; vertical-align: top; } th { background: #f3f3f1; text-align: left; }
thead { display: table-header-group; } tr { break-inside: avoid; } caption { caption-side: top; font-size: 0.9em; color: #555; text-align: left; margin-bottom: 0.4em; }
hr { border: 0; border-top: 1px solid #bbb; margin: 1.5em 0; height: 0; }
.footnotes { font-size: 0.88em; margin-top: 2em; } .footnotes > hr { width: 30%; margin-left: 0; }
ul.task-list { list-style: none; padding-left: 1.6em; }
math { font-size: 1.12em; } math[display="block"] { margin: 0.8em 0; }
`;
