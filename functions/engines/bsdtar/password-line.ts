import type { Options } from '../../conversion/options.ts';

/** A password for a tool's standard input, where no other process sees it; undefined where none was given. */
export function passwordLine({ password }: Options): AsyncIterable<Buffer> | undefined {
  return typeof password === 'string' ? lineOf(password) : undefined;
}

async function* lineOf(password: string) {
  yield Buffer.from(`${password}\n`);
}
