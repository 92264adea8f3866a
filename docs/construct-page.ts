import { join } from 'node:path';
import { API, type Checker, type Symbol as Declared } from 'typescript/unstable/sync';

const ROOT = join(import.meta.dirname, '..');

/** As `NodeBuilderFlags.NoTruncation`: types are written whole. */
const WHOLE = 1;

/** What every construct has, and what is ours. */
const HIDDEN = new Set(['node', 'with', 'toString', 'props', 'prototype']);

/** The page about the construct, written from its types: properties, what it consists of, methods. */
export function constructPage(): string {
  const api = new API({ cwd: ROOT });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(ROOT, 'release/tsconfig.json')] });
    const [project] = snapshot.getProjects();
    const file = project?.program.getSourceFile(join(ROOT, 'lib/file-conversion.ts'));
    const module = file && project?.checker.getSymbolAtLocation(file);
    if (!project || !module) throw new Error('lib/file-conversion.ts does not compile');
    return page(project.checker, module);
  } finally {
    api.close();
  }
}

function page(checker: Checker, module: Declared): string {
  const members = new Map(
    checker.getExportsOfModule(module).map((symbol) => {
      const all = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
      return [symbol.name, all.filter(({ name }) => !HIDDEN.has(name))];
    }),
  );
  const props = members.get('FileConversionProps') ?? [];
  const own = members.get('FileConversion') ?? [];
  const isMethod = (symbol: Declared) => typeOf(checker, symbol).startsWith('(');
  return [
    '# The construct\n',
    '`new FileConversion(scope, id, props)`. All properties have a default. This page is written from the types by `npm run docs`.\n',
    '## Properties\n',
    '| property | type | meaning | default |\n|---|---|---|---|',
    ...props.sort(byName).map((symbol) => row(checker, symbol, true)),
    '\n## Methods\n',
    '| method | type | meaning |\n|---|---|---|',
    ...own.filter(isMethod).map((symbol) => row(checker, symbol)),
    '\n## What it consists of\n',
    '| part | type | meaning |\n|---|---|---|',
    ...own.filter((symbol) => !isMethod(symbol)).map((symbol) => row(checker, symbol)),
    '',
  ].join('\n');
}

function row(checker: Checker, symbol: Declared, withDefault = false): string {
  const tags = symbol.getJsDocTags(checker);
  const throws = tags.filter(({ name }) => name === 'throws').map(({ text }) => `Throws ${text}.`);
  const byDefault = tags.find(({ name }) => name === 'default')?.text ?? '';
  const meaning = [symbol.getDocumentationComment(checker), ...throws].join(' ').trim();
  const cells = [`\`${symbol.name}\``, `\`${typeOf(checker, symbol)}\``, meaning];
  return `| ${[...cells, ...(withDefault ? [byDefault.replace(/^- /, '')] : [])].map(cell).join(' | ')} |`;
}

function typeOf(checker: Checker, symbol: Declared): string {
  const type = checker.getTypeOfSymbol(symbol);
  return type ? checker.typeToString(type, undefined, WHOLE).replace(/ \| undefined$/, '') : '';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

function byName(one: Declared, other: Declared): number {
  return one.name < other.name ? -1 : 1;
}
