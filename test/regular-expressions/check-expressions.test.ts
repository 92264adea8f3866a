import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkExpressions } from './check-expressions.ts';

describe('the check of regular expressions', () => {
  const root = temporaryFolder();
  const write = (name: string, code: string) => {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'a.ts'), code);
  };

  it('complains about slow ones, unless there is an exception for them, and about exceptions that nothing needs', async () => {
    write('fast', 'export const a = /^<!--[^-]{0,9}-->/;');
    write('slow', 'export const a = /^(?:a|a)*b/; export const b = /x+y/; export const c = RegExp(String(a));');
    expect(await checkExpressions(root, ['fast'], [])).toEqual([]);
    expect(await checkExpressions(root, ['slow', 'fast'], [])).toEqual([
      expect.stringContaining('slow/a.ts: /^(?:a|a)*b/ takes exponential time'),
      expect.stringContaining('slow/a.ts: /x+y/ takes 2nd degree polynomial time'),
      expect.stringContaining('slow/a.ts: built is put together'),
    ]);
    const exception = (expression: string) => ({ file: 'slow/a.ts', expression, reason: 'a test' });
    const some = [exception('/^(?:a|a)*b/'), exception('built'), exception('/gone/')];
    expect(await checkExpressions(root, ['slow'], some)).toEqual([
      expect.stringContaining('/x+y/'),
      'slow/a.ts: /gone/ needs no exception',
    ]);
  });
});
