import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');

/** What makes a client of AWS. Its type alone is for `functions/storage` too, which the linter cannot tell apart. */
const CLIENT = /\bnew \w+Client\(/;

it('clients of AWS are made in functions/services/aws alone', () => {
  const sources = globSync('functions/**/*.ts', { cwd: REPOSITORY });
  const rooms = sources.filter((file) => CLIENT.test(readFileSync(join(REPOSITORY, file), 'utf8'))).map(dirname);
  expect([...new Set(rooms)]).toEqual(['functions/services/aws']);
});
