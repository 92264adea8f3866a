import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from 'recheck';
import type { AllowedExpression } from './allowed-expressions.ts';
import { type Expression, findExpressions } from './find-expressions.ts';

/** Where what clients send is read: every expression in these folders may be applied to it. */
export const CHECKED_FOLDERS = ['functions/detection', 'functions/engines'] as const;

/**
 * What is wrong with the regular expressions in some folders: those that a text can make slow, a sentence each, and
 * exceptions that nothing needs any more.
 * @param root the folder that paths are relative to
 */
export async function checkExpressions(
  root: string,
  folders: readonly string[],
  allowed: readonly AllowedExpression[],
): Promise<string[]> {
  const complaints: string[] = [];
  const needed = new Set<AllowedExpression>();
  const patterns = folders.map((folder) => `${folder}/**/*.ts`);
  for await (const file of glob(patterns, { cwd: root })) {
    for (const expression of await findExpressions(await readFile(join(root, file), 'utf8'))) {
      const fault = await faultOf(expression);
      const name = nameOf(expression);
      const exception = allowed.find((entry) => entry.file === file && entry.expression === name);
      if (fault && exception) needed.add(exception);
      if (fault && !exception) complaints.push(`${file}: ${name} ${fault}`);
    }
  }
  const idle = allowed.filter((entry) => !needed.has(entry));
  return [...complaints, ...idle.map(({ file, expression }) => `${file}: ${expression} needs no exception`)];
}

function nameOf(expression: Expression | 'built'): string {
  return expression === 'built' ? expression : `/${expression.source}/${expression.flags}`;
}

/** What makes an expression slow, or nothing where its time grows as the text does. */
async function faultOf(expression: Expression | 'built'): Promise<string | undefined> {
  if (expression === 'built') return 'is put together from parts: nobody can tell how slow it is';
  const result = await check(expression.source, expression.flags, { timeout: 120_000 });
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `could not be checked: ${result.error.kind}`;
  return `takes ${result.complexity.summary} time, for example on ${result.attack.pattern}`;
}
