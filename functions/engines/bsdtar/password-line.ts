import type { Options } from '../../conversion/options.ts';

/** A password as a tool asks for it on standard input, where no other process sees it; nothing where none was given. */
export function passwordLine({ password }: Options): AsyncIterable<Buffer> | undefined {
  return typeof password === 'string' ? lineOf(password) : undefined;
}

async function* lineOf(password: string) {
  yield Buffer.from(`${password}\n`);
}
