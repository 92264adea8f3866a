/** A document as it is written, and what should be found in it. */
export interface WrittenDocument {
  readonly name: string;
  readonly html: string;
  /** Headings as Markdown has them. */
  readonly headings: readonly string[];
}

/** A family of fonts, and where a browser finds it if it is not installed. */
export interface Family {
  readonly name: string;
  readonly css?: string;
}

const STYLE =
  '@page{size:A4;margin:22mm}body{font-size:11pt;margin:0}h1{font-size:20pt}h2{font-size:15pt}h3{font-size:11pt}code,pre{font-family:"Liberation Mono",monospace;font-size:10pt}.end{text-align:right}.middle{text-align:center}';

const WORDS =
  'north river account ledger copper engine harbour winter sample station method garden signal paper window border market family doctor margin estate pocket silver travel volume kitchen orange letter island committee extraordinary circumstances'.split(
    ' ',
  );

/** Sentences with bold, italic and typewriter words and marks of footnotes, the same in every run. */
function writer(seed: number) {
  let state = seed;
  const number = (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const word = () => WORDS[number(WORDS.length)] ?? '';
  const looks = ['b', 'i', 'code'];
  const styled = () => {
    const look = number(8) === 0 ? looks[number(looks.length)] : undefined;
    return look ? `<${look}>${word()} ${word()}</${look}>` : word();
  };
  const sentence = () => `The ${Array.from({ length: 8 + number(9) }, styled).join(' ')}.`;
  const text = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ');
  return {
    word,
    text,
    paragraphs: (count: number) => Array.from({ length: count }, () => `<p>${text(4)}</p>`).join(''),
  };
}

/** Letters, reports and articles of one column, of which thresholds were chosen. */
export function printedDocuments(): WrittenDocument[] {
  return [letter(3), report(11), article(29)].map((document) => inFamily(document, { name: 'Liberation Serif' }));
}

/** One of which none were, in a family of fonts. */
export function heldOutDocument(family: Family): WrittenDocument {
  return inFamily({ ...contract(47), name: `contract in ${family.name}` }, family);
}

function inFamily({ html, ...document }: WrittenDocument, { name, css = '' }: Family): WrittenDocument {
  const style = `${css}${STYLE}body{font-family:"${name}"}`;
  const head = `<meta charset="utf-8"><title>t</title><style>${style}</style>`;
  return { ...document, html: `<!doctype html><html><head>${head}</head><body>${html}</body></html>` };
}

function contract(seed: number): WrittenDocument {
  const { text } = writer(seed);
  const titles = ['Definitions', 'Payment', 'Term and notice'];
  const clause = (section: number, at: number) =>
    `<p style="margin-left:24pt">${section}.${at} ${text(1 + (at % 3))}</p>`;
  const section = (title: string, index: number) =>
    `<h2>${index + 1} ${title}</h2>${[1, 2, 3, 4].map((at) => clause(index + 1, at)).join('')}`;
  const signed = '<p>Riverton, 3 March 2025</p><p class="end">For the committee<br>A. Sample</p>';
  return {
    name: 'contract',
    html: `<h1>Contract of lease</h1><p>${text(3)}</p>${titles.map(section).join('')}<p style="text-align:justify">${text(6)}</p>${signed}`,
    headings: ['# Contract of lease', ...titles.map((title, index) => `## ${index + 1} ${title}`)],
  };
}

function letter(seed: number): WrittenDocument {
  const { paragraphs } = writer(seed);
  const body = `<p class="end">Harbour Office<br>12 North Street<br>Riverton</p><p>To the committee<br>Market Square 4<br>Riverton</p><p class="end">3 March 2025</p><p>Dear members,</p>${paragraphs(5)}<p>Yours faithfully,</p><p>A. Sample</p>`;
  return { name: 'letter', html: body, headings: [] };
}

function report(seed: number): WrittenDocument {
  const { paragraphs, text } = writer(seed);
  const list = (kind: string) =>
    `<${kind}>${Array.from({ length: 4 }, () => `<li>${text(1)}</li>`).join('')}</${kind}>`;
  const section = (title: string) =>
    `<h2>${title}</h2>${paragraphs(2)}<h3>Details of ${title.toLowerCase()}</h3>${paragraphs(1)}${list('ul')}${paragraphs(1)}${list('ol')}`;
  const titles = ['Summary', 'Finances', 'Harbour and river', 'Outlook'];
  const headings = titles.flatMap((title) => [`## ${title}`, `### Details of ${title.toLowerCase()}`]);
  return {
    name: 'report',
    html: `<h1>Annual report of the harbour</h1>${paragraphs(1)}${titles.map(section).join('')}`,
    headings: ['# Annual report of the harbour', ...headings],
  };
}

function article(seed: number): WrittenDocument {
  const { paragraphs, text } = writer(seed);
  const noted = (mark: number) => `<p>${text(3)} This was said before.<sup>${mark}</sup> ${text(2)}</p>`;
  const section = (title: string, mark: number) => `<h2>${title}</h2>${noted(mark)}${paragraphs(3)}`;
  const notes = [1, 2, 3].map((mark) => `<p style="font-size:8.5pt"><sup>${mark}</sup> ${text(1)}</p>`).join('');
  const title = 'On the extraordinary circumstances of harbours that lie beside a river in winter';
  const code = '<pre>def main():\n    return 42\n\nprint(main())</pre>';
  const body = `<h1 class="middle">${title}</h1><p class="middle" style="font-size:13pt">A. Sample and B. Example</p>${section('Introduction', 1)}${section('Method', 2)}${code}${section('Results', 3)}${notes}`;
  return { name: 'article', html: body, headings: [`# ${title}`, '## Introduction', '## Method', '## Results'] };
}
