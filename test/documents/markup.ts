import type { FormatName } from '../../functions/conversion/formats.ts';

/** What every document here says, in its own markup: what has to be found in whatever it becomes. */
export const SAID = {
  heading: 'Über Grenzen',
  text: 'Fünf Boote',
  strong: 'sofort',
  entries: ['Segel setzen', 'Anker lichten'],
  link: 'https://example.org/hafen',
  linked: 'Hafen',
  code: 'make install',
} as const;

const { heading, text, strong, entries, link, linked, code } = SAID;
const [first, second] = entries;
/** What the documents have whose markup knows of it. */
export const MORE = { cells: ['Name', 'Länge', 'Adler', '12'], note: 'Eine Fußnote', formula: 'a^2' } as const;
const [a, b, c, d] = MORE.cells;
const { note, formula } = MORE;

/** Documents by hand, one of each kind of markup that is read. */
export const MARKUP = {
  md: `# ${heading}\n\n${text} fahren **${strong}** zum [${linked}](${link}).[^1] Es gilt $${formula}$.\n\n- ${first}\n- ${second}\n\n| ${a} | ${b} |\n|------|---|\n| ${c} | ${d} |\n\n    ${code}\n\n[^1]: ${note}.\n`,
  rst: `${heading}\n============\n\n${text} fahren **${strong}** zum \`${linked} <${link}>\`_. [1]_ Es gilt :math:\`${formula}\`.\n\nWeiter\n------\n\n- ${first}\n- ${second}\n\n===== =====\n${a}  ${b}\n===== =====\n${c} ${d}\n===== =====\n\n::\n\n    ${code}\n\n.. [1] ${note}.\n`,
  org: `* ${heading}\n\n${text} fahren *${strong}* zum [[${link}][${linked}]].[fn:1] Es gilt $${formula}$.\n\n- ${first}\n- ${second}\n\n| ${a} | ${b} |\n|------+---|\n| ${c} | ${d} |\n\n#+BEGIN_SRC sh\n${code}\n#+END_SRC\n\n[fn:1] ${note}.\n`,
  tex: `\\documentclass{article}\n\\usepackage{hyperref}\n\\begin{document}\n\\section{${heading}}\n\n${text} fahren \\textbf{${strong}} zum \\href{${link}}{${linked}}.\\footnote{${note}.} Es gilt $${formula}$.\n\n\\begin{itemize}\n\\item ${first}\n\\item ${second}\n\\end{itemize}\n\n\\begin{tabular}{ll}\n${a} & ${b} \\\\\n\\hline\n${c} & ${d} \\\\\n\\end{tabular}\n\n\\begin{verbatim}\n${code}\n\\end{verbatim}\n\\end{document}\n`,
  typ: `= ${heading}\n\n${text} fahren *${strong}* zum #link("${link}")[${linked}].#footnote[${note}.] Es gilt $a^2$.\n\n- ${first}\n- ${second}\n\n#table(columns: 2, [${a}], [${b}], [${c}], [${d}])\n\n\`\`\`sh\n${code}\n\`\`\`\n`,
  textile: `h1. ${heading}\n\n${text} fahren *${strong}* zum "${linked}":${link}.[1]\n\n* ${first}\n* ${second}\n\n|_. ${a} |_. ${b} |\n| ${c} | ${d} |\n\nbc. ${code}\n\nfn1. ${note}.\n`,
  mediawiki: `= ${heading} =\n\n${text} fahren '''${strong}''' zum [${link} ${linked}].<ref>${note}.</ref> Es gilt <math>${formula}</math>.\n\n* ${first}\n* ${second}\n\n{| class="wikitable"\n! ${a} !! ${b}\n|-\n| ${c} || ${d}\n|}\n\n<pre>${code}</pre>\n`,
  dokuwiki: `====== ${heading} ======\n\n${text} fahren **${strong}** zum [[${link}|${linked}]].((${note}.))\n\n  * ${first}\n  * ${second}\n\n^ ${a} ^ ${b} ^\n| ${c} | ${d} |\n\n<code>\n${code}\n</code>\n`,
  creole: `= ${heading}\n\n${text} fahren **${strong}** zum [[${link}|${linked}]].\n\n* ${first}\n* ${second}\n\n|=${a}|=${b}|\n|${c}|${d}|\n\n{{{\n${code}\n}}}\n`,
  jira: `h1. ${heading}\n\n${text} fahren *${strong}* zum [${linked}|${link}].\n\n* ${first}\n* ${second}\n\n||${a}||${b}||\n|${c}|${d}|\n\n{code:bash}\n${code}\n{code}\n`,
  tikiwiki: `! ${heading}\n\n${text} fahren __${strong}__ zum [${link}|${linked}].\n\n* ${first}\n* ${second}\n\n||${a}|${b}\n${c}|${d}||\n\n{CODE()}\n${code}\n{CODE}\n`,
  twiki: `---+ ${heading}\n\n${text} fahren *${strong}* zum [[${link}][${linked}]].\n\n   * ${first}\n   * ${second}\n\n| *${a}* | *${b}* |\n| ${c} | ${d} |\n\n<verbatim>\n${code}\n</verbatim>\n`,
  vimwiki: `= ${heading} =\n\n${text} fahren *${strong}* zum [[${link}|${linked}]].\n\n* ${first}\n* ${second}\n\n| ${a} | ${b} |\n|------|---|\n| ${c} | ${d} |\n\n{{{\n${code}\n}}}\n`,
  muse: `* ${heading}\n\n${text} fahren **${strong}** zum [[${link}][${linked}]].[1]\n\n - ${first}\n - ${second}\n\n${a} || ${b}\n${c} | ${d}\n\n<example>\n${code}\n</example>\n\n[1] ${note}.\n`,
  t2t: `Titel\n\n\n= ${heading} =\n\n${text} fahren **${strong}** zum [${linked} ${link}].\n\n- ${first}\n- ${second}\n\n\n|| ${a} | ${b} |\n| ${c} | ${d} |\n\n\`\`\`\n${code}\n\`\`\`\n`,
  haddock: `= ${heading}\n\n${text} fahren __${strong}__ zum <${link} ${linked}>.\n\n* ${first}\n\n* ${second}\n\n@\n${code}\n@\n`,
  man: `.TH BOOTE 1 "1. Mai" "1.0" "Handbuch"\n.SH "${heading}"\n${text} fahren \\fB${strong}\\fR zum\n.UR ${link}\n${linked}\n.UE .\n.IP \\(bu 2\n${first}\n.IP \\(bu 2\n${second}\n.PP\n.nf\n\\f[C]\n${code}\n\\f[]\n.fi\n`,
  dbk: `<?xml version="1.0" encoding="utf-8"?>\n<article xmlns="http://docbook.org/ns/docbook" xmlns:xlink="http://www.w3.org/1999/xlink" version="5.0">\n<title>Boote</title>\n<section><title>${heading}</title>\n<para>${text} fahren <emphasis role="strong">${strong}</emphasis> zum <link xlink:href="${link}">${linked}</link>.<footnote><para>${note}.</para></footnote></para>\n<itemizedlist><listitem><para>${first}</para></listitem><listitem><para>${second}</para></listitem></itemizedlist>\n<informaltable><tgroup cols="2"><thead><row><entry>${a}</entry><entry>${b}</entry></row></thead><tbody><row><entry>${c}</entry><entry>${d}</entry></row></tbody></tgroup></informaltable>\n<programlisting>${code}</programlisting>\n</section></article>\n`,
  jats: `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS-publishing1.dtd">\n<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group><article-title>Boote</article-title></title-group></article-meta></front>\n<body><sec><title>${heading}</title>\n<p>${text} fahren <bold>${strong}</bold> zum <ext-link ext-link-type="uri" xlink:href="${link}">${linked}</ext-link>.<fn><p>${note}.</p></fn></p>\n<list list-type="bullet"><list-item><p>${first}</p></list-item><list-item><p>${second}</p></list-item></list>\n<table-wrap><table><thead><tr><th>${a}</th><th>${b}</th></tr></thead><tbody><tr><td>${c}</td><td>${d}</td></tr></tbody></table></table-wrap>\n<code>${code}</code></sec></body></article>\n`,
  ipynb: JSON.stringify({
    cells: [
      {
        cell_type: 'markdown',
        metadata: {},
        source: [
          `# ${heading}\n\n`,
          `${text} fahren **${strong}** zum [${linked}](${link}). Es gilt $${formula}$.\n\n- ${first}\n- ${second}\n\n`,
          `| ${a} | ${b} |\n|---|---|\n| ${c} | ${d} |\n`,
        ],
      },
      {
        cell_type: 'code',
        execution_count: 1,
        metadata: {},
        outputs: [{ name: 'stdout', output_type: 'stream', text: ['Anzahl: 5\n'] }],
        source: [code],
      },
    ],
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
    nbformat: 4,
    nbformat_minor: 4,
  }),
  opml: `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>Boote</title></head><body>\n<outline text="${heading}" _note="${text} fahren **${strong}** zum [${linked}](${link}).&#10;&#10;    ${code}&#10;&#10;-   ${first}&#10;-   ${second}&#10;"/>\n</body></opml>\n`,
} as const satisfies Partial<Record<FormatName, string>>;

/** What the lists of literature know of. */
export const LITERATURE = { title: 'Über den Umgang mit Booten', author: 'Meerkamp', year: '1998' } as const;
const { title, author, year } = LITERATURE;

/** Lists of literature by hand. */
export const BIBLIOGRAPHIES = {
  bib: `@book{boote,\n  author = {${author}, Anna},\n  title = {${title}},\n  publisher = {Seeverlag},\n  year = {${year}}\n}\n`,
  csljson: JSON.stringify([
    {
      id: 'boote',
      type: 'book',
      title,
      author: [{ family: author, given: 'Anna' }],
      issued: { 'date-parts': [[Number(year)]] },
      publisher: 'Seeverlag',
    },
  ]),
  ris: `TY  - BOOK\r\nAU  - ${author}, Anna\r\nTI  - ${title}\r\nPB  - Seeverlag\r\nPY  - ${year}\r\nID  - boote\r\nER  - \r\n`,
} as const satisfies Partial<Record<FormatName, string>>;
