import { type Token, tokenizer } from 'acorn';
import { transform } from 'esbuild';

/** A regular expression in a source file. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/**
 * The regular expressions in some TypeScript: literals, and what `RegExp` is called with.
 * One that is put together while the program runs is `built`: it cannot be checked.
 */
export async function findExpressions(typescript: string): Promise<(Expression | 'built')[]> {
  const { code } = await transform(typescript, { loader: 'ts', target: 'esnext' });
  const tokens = [...tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module' })];
  return tokens.flatMap((token, index) => {
    if (token.type.label === 'regexp') return [literal(token)];
    const called = isWord(token, 'RegExp') && tokens[index + 1]?.type.label === '(';
    return called ? [argument(tokens.slice(index + 2, index + 6))] : [];
  });
}

function literal({ value }: Token & { value?: unknown }): Expression {
  const { pattern, flags } = value as { pattern: string; flags: string };
  return { source: pattern, flags };
}

/** The expression that `RegExp` is called with, where that is a text. */
function argument([source, comma, flags, end]: (Token & { value?: unknown })[]): Expression | 'built' {
  if (source?.type.label !== 'string') return 'built';
  if (comma?.type.label === ')') return { source: String(source.value), flags: '' };
  const whole = comma?.type.label === ',' && flags?.type.label === 'string' && end?.type.label === ')';
  return whole ? { source: String(source.value), flags: String(flags.value) } : 'built';
}

function isWord(token: Token & { value?: unknown }, word: string): boolean {
  return token.type.label === 'name' && token.value === word;
}
