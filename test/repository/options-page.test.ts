import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optionsPage } from '../../docs/options-page.ts';

it('docs/options.md is up to date with the engines: `npm run docs` writes it', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/options.md'), 'utf8')).toBe(optionsPage());
});
