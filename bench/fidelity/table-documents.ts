/** A cell as it is printed. */
export interface PrintedCell {
  readonly text: string;
  readonly across?: number;
  readonly down?: number;
  readonly end?: boolean;
}

export type PrintedTable = readonly (readonly PrintedCell[])[];

/** A web page with tables, and what is in them. */
export interface TableDocument {
  readonly name: string;
  readonly html: string;
  readonly tables: readonly PrintedTable[];
}

const WORDS =
  'north river account ledger copper engine harbour winter sample station method garden signal paper window border market family copper doctor margin estate pocket silver travel volume kitchen orange letter island'.split(
    ' ',
  );

/** The same words and numbers in every run. */
class Writer {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  number(least: number, most: number): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    return least + Math.floor((this.#seed / 2 ** 32) * (most - least + 1));
  }

  words(least: number, most = least): string {
    const said = Array.from(
      { length: this.number(least, most) },
      () => WORDS[this.number(0, WORDS.length - 1)] ?? '',
    ).join(' ');
    return said.charAt(0).toUpperCase() + said.slice(1);
  }

  sentences(count: number): string {
    return Array.from({ length: count }, () => `${this.words(8, 16)}.`).join(' ');
  }

  paragraphs(count: number): string {
    return Array.from({ length: count }, () => `<p>${this.sentences(this.number(3, 5))}</p>`).join('');
  }

  money(most = 9000): string {
    return `${this.number(1, most).toLocaleString('en')}.${String(this.number(0, 99)).padStart(2, '0')}`;
  }

  day(): string {
    return `${String(this.number(1, 28)).padStart(2, '0')}.${String(this.number(1, 12)).padStart(2, '0')}.2024`;
  }
}

const cell = (text: string, more: Omit<PrintedCell, 'text'> = {}): PrintedCell => ({ text, ...more });
const end = (text: string) => cell(text, { end: true });
const texts = (...all: string[]) => all.map((text) => cell(text));

const GRID = 'table{border-collapse:collapse}td,th{border:0.75pt solid #444;padding:2pt 5pt}';
const RULED =
  'table{border-collapse:collapse;border-top:1pt solid;border-bottom:1pt solid}td,th{padding:2pt 8pt}thead th{border-bottom:0.75pt solid}';
const BARE = 'td,th{padding:2pt 8pt}';
const STRIPED =
  'table{border-collapse:collapse}td,th{padding:4pt 8pt}tbody tr:nth-child(even) td{background:#dde6f0}thead th{background:#34495e;color:#fff}';
const COLUMNS =
  'table{border-collapse:collapse;border:0.75pt solid}th,td{border-left:0.75pt solid;padding:2pt 5pt;vertical-align:top}th{border-bottom:0.75pt solid}th:first-child{width:55%}';
const PAGE =
  'body{font:10pt "Liberation Serif",serif;margin:0}h1{font-size:18pt}h2{font-size:13pt}p{text-align:justify}th{text-align:left}@page{size:A4;margin:20mm}thead{display:table-header-group}tr{break-inside:avoid}';

function tableOf(rows: PrintedTable, heads = 1, attributes = ''): string {
  const row = (cells: readonly PrintedCell[], tag: string) =>
    `<tr>${cells.map(({ text, across = 1, down = 1, end }) => `<${tag}${across > 1 ? ` colspan="${across}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}${end ? ' align="right" style="text-align:right"' : ''}>${text || '&nbsp;'}</${tag}>`).join('')}</tr>`;
  const head = rows.slice(0, heads).map((cells) => row(cells, 'th'));
  return `<table cellspacing="0" cellpadding="4" ${attributes}><thead>${head.join('')}</thead><tbody>${rows
    .slice(heads)
    .map((cells) => row(cells, 'td'))
    .join('')}</tbody></table>`;
}

function pageOf(name: string, style: string, tables: readonly PrintedTable[], body: string): TableDocument {
  return {
    name,
    tables,
    html: `<!doctype html><html><head><meta charset="utf-8"><title>${name}</title><style>${PAGE}${style}</style></head><body>${body}</body></html>`,
  };
}

/** Layouts as they are in reports, papers, invoices and statements. */
export function tableDocuments(): TableDocument[] {
  return Object.entries(LAYOUTS).map(([name, make], index) => make(name, new Writer(index * 7919 + 1)));
}

type Layout = (name: string, write: Writer) => TableDocument;

function figures(write: Writer, rows: number, columns: number): PrintedTable {
  const head = ['Item', ...Array.from({ length: columns - 1 }, () => write.words(1, 2))];
  return [
    [cell(head[0] ?? ''), ...head.slice(1).map(end)],
    ...Array.from({ length: rows }, () => [
      cell(write.words(1, 3)),
      ...Array.from({ length: columns - 1 }, () => end(write.money())),
    ]),
  ];
}

/** A page of text with a table in it. */
const within =
  (style: string, make: (write: Writer) => PrintedTable, heads = 1): Layout =>
  (name, write) => {
    const table = make(write);
    return pageOf(
      name,
      style,
      [table],
      `<h1>${write.words(3)}</h1>${write.paragraphs(2)}${tableOf(table, heads, style === GRID ? 'border="1"' : undefined)}${write.paragraphs(2)}`,
    );
  };

const spanned = (write: Writer): PrintedTable => [
  [cell('Region', { down: 2 }), cell('First half', { across: 2 }), cell('Second half', { across: 2 })],
  texts('Planned', 'Reached', 'Planned', 'Reached'),
  ...Array.from({ length: 7 }, () => [cell(write.words(1, 2)), ...Array.from({ length: 4 }, () => end(write.money()))]),
];

const grouped = (write: Writer): PrintedTable => [
  texts('Class', 'Material', 'Use', 'Price'),
  ...Array.from({ length: 4 }, () => {
    const count = write.number(2, 4);
    return Array.from({ length: count }, (_, at) => [
      ...(at === 0 ? [cell(write.words(1), { down: count })] : []),
      cell(write.words(1, 2)),
      cell(write.words(2, 4)),
      end(write.money(300)),
    ]);
  }).flat(),
];

const described = (write: Writer): PrintedTable => [
  texts('Name', 'Description', 'Remark'),
  ...Array.from({ length: 8 }, () =>
    texts(write.words(1, 2), write.sentences(2), write.number(0, 2) ? write.words(3, 12) : ''),
  ),
];

const sparse = (write: Writer): PrintedTable => [
  texts('Task', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'),
  ...Array.from({ length: 9 }, () => [
    cell(write.words(1, 3)),
    ...Array.from({ length: 5 }, () => cell(write.number(0, 2) ? '' : `${write.number(1, 8)} h`)),
  ]),
];

const bookings = (write: Writer, rows: number): PrintedTable => [
  [cell('Date'), cell('Text'), end('Debit'), end('Credit'), end('Balance')],
  ...Array.from({ length: rows }, () => {
    const debit = write.number(0, 2) > 0;
    const text = `${write.words(2, 3)}<br>${write.words(2, 5)} ${write.number(10000, 99999)}`;
    return [
      cell(write.day()),
      cell(write.number(0, 1) ? text : write.words(2, 4)),
      end(debit ? write.money() : ''),
      end(debit ? '' : write.money()),
      end(write.money(90000)),
    ];
  }),
];

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'all lines': within(GRID, (write) => figures(write, 10, 5)),
  'lines above and below': within(RULED, (write) => figures(write, 12, 4)),
  'no lines': within(BARE, (write) => figures(write, 9, 5)),
  striped: within(STRIPED, (write) => figures(write, 14, 4)),
  'spans, all lines': within(GRID, spanned, 2),
  'spans, few lines': within(
    `${RULED}thead tr:first-child th[colspan]{border-bottom:0.5pt solid;text-align:center}`,
    spanned,
    2,
  ),
  'row groups, all lines': within(GRID, grouped),
  'texts in cells, all lines': within(GRID, described),
  'texts in cells, no lines': within(`${BARE}td{vertical-align:top;padding-bottom:8pt}`, described),
  'empty cells, all lines': within(GRID, sparse),
  'empty cells, no lines': within(BARE, sparse),
  'over pages, no lines': within(BARE, (write) => figures(write, 90, 5)),
  'over pages, all lines': within(GRID, (write) => figures(write, 80, 4)),
  'wide text beside narrow': within(
    'table{width:100%}td,th{padding:2pt 4pt;border-bottom:0.5pt solid #aaa;vertical-align:top}',
    (write) => [
      texts('No', 'Requirement', 'State'),
      ...Array.from({ length: 10 }, (_, at) =>
        texts(`${at + 1}`, write.words(10, 30), write.number(0, 1) ? 'open' : 'done'),
      ),
    ],
  ),
  'paper of two columns': (name, write) => {
    const tables = [figures(write, 6, 3), spanned(write).map((row) => row.slice(0, 3)), figures(write, 8, 3)].map(
      (table, at) => (at === 1 ? figures(write, 7, 4) : table),
    );
    const shown = tables.map((table, at) => `<p><b>Table ${at + 1}.</b> ${write.words(5, 8)}</p>${tableOf(table)}`);
    const body = `<h1>${write.words(5)}</h1><div style="column-count:2;column-gap:8mm">${write.paragraphs(4)}${shown[0]}${write.paragraphs(5)}${shown[1]}${write.paragraphs(5)}${shown[2]}${write.paragraphs(6)}</div>`;
    return pageOf(name, `${RULED}body{font-size:9pt}td,th{padding:1pt 4pt}table{break-inside:avoid}`, tables, body);
  },
  invoice: (name, write) => {
    const items: PrintedTable = [
      [cell('Pos'), cell('Description'), end('Qty'), end('Price'), end('Total')],
      ...Array.from({ length: 6 }, (_, at) => [
        cell(`${at + 1}`),
        cell(write.words(3, 14)),
        end(`${write.number(1, 20)}`),
        end(`€${write.money(90)}`),
        end(`€${write.money(900)}`),
      ]),
      [cell('Net', { across: 4, end: true }), end(`€${write.money()}`)],
      [cell('VAT 19%', { across: 4, end: true }), end(`€${write.money()}`)],
      [cell('Total', { across: 4, end: true }), end(`€${write.money()}`)],
    ];
    const body = `<p>${write.words(2)} Ltd<br>${write.words(1)} street 12<br>12345 ${write.words(1)}</p><h1>Invoice 2024-0117</h1><p>${write.sentences(2)}</p>${tableOf(items, 1, 'width="100%"')}<p>${write.sentences(2)}</p>`;
    return pageOf(name, 'td,th{padding:3pt 4pt;border-bottom:0.5pt solid #bbb;vertical-align:top}', [items], body);
  },
  'bank statement': (name, write) => {
    const table = bookings(write, 45);
    return pageOf(
      name,
      `${BARE}body{font-family:"Liberation Sans"}td{vertical-align:top}`,
      [table],
      `<p>${write.words(3)}<br>Account 0012345678</p><h2>Statement</h2>${tableOf(table, 1, 'width="100%"')}<p>${write.sentences(1)}</p>`,
    );
  },
  'balance sheet': (name, write) => {
    const line = (text: string, depth: number) => [
      cell(`${'&nbsp;'.repeat(depth * 4)}${text}`),
      end(`$ ${write.money()}`),
      end(write.number(0, 2) ? write.money() : `(${write.money()})`),
    ];
    const table: PrintedTable = [
      [cell('In thousands'), end('2024'), end('2023')],
      ...['Assets', 'Liabilities', 'Equity'].flatMap((part) => [
        [cell(part), cell(''), cell('')],
        ...Array.from({ length: 5 }, () => line(write.words(2, 4), 1)),
        line(`Total ${part.toLowerCase()}`, 0),
      ]),
    ];
    return pageOf(
      name,
      RULED,
      [table],
      `<h1>${write.words(2)}</h1>${write.paragraphs(1)}${tableOf(table, 1, 'width="100%"')}`,
    );
  },
  'names and values': (name, write) => {
    const table = Array.from({ length: 9 }, () => texts(write.words(1, 2), write.words(2, 6)));
    return pageOf(
      name,
      GRID,
      [table],
      `<h1>${write.words(2)}</h1>${write.paragraphs(1)}${tableOf(table, 0)}${write.paragraphs(2)}`,
    );
  },
  'two tables': (name, write) => {
    const tables = [figures(write, 5, 4), figures(write, 6, 6)];
    return pageOf(
      name,
      RULED,
      tables,
      tables.map((table) => `<h2>${write.words(2, 4)}</h2>${write.paragraphs(1)}${tableOf(table)}`).join(''),
    );
  },
  'no table': (name, write) => {
    const list = Array.from({ length: 6 }, () => `<li>${write.words(4, 20)}</li>`).join('');
    const body = `<h1>${write.words(4)}</h1>${write.paragraphs(3)}<ol>${list}</ol><h2>${write.words(2)}</h2>${write.paragraphs(2)}<ul>${list}</ul><div style="column-count:2">${write.paragraphs(6)}</div>`;
    return pageOf(name, '', [], body);
  },
  'lines between columns': within(COLUMNS, (write) => [
    [cell('Description'), end('Qty'), end('Price'), end('Total')],
    ...Array.from({ length: 7 }, () => [
      cell(write.words(3, 24)),
      end(`${write.number(1, 20)}`),
      end(write.money(90)),
      end(write.money(900)),
    ]),
  ]),
};
