import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { constructPage } from '../../docs/construct-page.ts';
import { catalogue } from '../../functions/conversion/catalogue.ts';
import type { ErrorCode } from '../../functions/conversion/errors.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { STATUS_CODES } from '../../functions/http/status-codes.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const DOCUMENTS = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/tutorial.md'],
  ...['layers/README.md', 'bench/README.md', 'bench/published-files.md', 'test/rehearsal/README.md'],
  ...['how-to', 'reference', 'explanation'].flatMap((kind) =>
    readdirSync(join(REPOSITORY, 'docs', kind)).map((name) => `docs/${kind}/${name}`),
  ),
];

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

const REFERENCE = (name: string) => read(`docs/reference/${name}.md`);

/** The rows of the table that begins with such a column. */
function table(text: string, column: string): string[][] {
  const [, rows = ''] = text.split(new RegExp(`^\\| ${column} \\|.*\\n\\|[-|: ]+\\n`, 'm'));
  const [body = ''] = rows.split(/^(?!\|)/m);
  return body
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** What stands in backticks. */
const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);

describe('the reference', () => {
  it('lists every error with its status', () => {
    const listed = table(REFERENCE('api'), 'status').flatMap(([status, codes = '']) =>
      quoted(codes).map((code) => [code, Number(status)]),
    );
    expect(Object.fromEntries(listed)).toEqual(STATUS_CODES satisfies Record<ErrorCode, number>);
  });

  it('lists the limits of each engine', () => {
    const number = (count: number) => count.toLocaleString('en');
    expect(table(REFERENCE('limits'), 'engine')).toEqual(
      ENGINES.map(({ name, worker }) => [
        name,
        `the ${worker.lane ?? 'queue'}`,
        worker.layers.join(', '),
        `${worker.timeout} s`,
        `${number(worker.memory)} MB`,
        `${number(worker.scratch)} MB`,
        `${worker.jobs}`,
      ]),
    );
  });

  it('counts the formats and their pairs', () => {
    const formats = catalogue();
    const pairs = formats.reduce((sum, { convertsTo }) => sum + convertsTo.length, 0);
    const [, told, tens] = /^(\d+) formats and ([\d,]+) pairs/m.exec(REFERENCE('formats')) ?? [];
    expect([Number(told), Number(tens?.replace(',', ''))]).toEqual([formats.length, Math.floor(pairs / 100) * 100]);
  });

  it('has the page of the construct up to date: `npm run docs` writes it', () => {
    expect(REFERENCE('construct')).toBe(constructPage());
  }, 120_000);
});

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('leads nowhere where nothing is', () => {
    const links = [...text.matchAll(/\]\(((?!https?:)[^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !existsSync(join(REPOSITORY, dirname(document), target)))).toEqual([]);
  });

  it('names files that there are', () => {
    const paths = quoted(text).filter((words) =>
      /^(bin|bench|functions|layers|lib|local|smoke|test)\/[\w./-]+$/.test(words),
    );
    const here = (path: string) => existsSync(join(REPOSITORY, path));
    expect(paths.filter((path) => !here(path) && !here(join(dirname(document), path)))).toEqual([]);
  });
});
