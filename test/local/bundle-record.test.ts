import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Engine } from '../../functions/engines/engine.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { isUpToDate, recordOf } from '../../local/bundle-record.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const path = (name: string) => join(root, name);
/** One of the files is not in every checkout. */
const making = { inputs: ['a.ts', 'tsconfig.json'], bundles: ['qpdf.mjs'], began: Date.now() + 60_000 };

beforeEach(() => {
  rmSync(path('tsconfig.json'), { force: true });
  for (const name of ['a.ts', ...making.bundles]) writeFileSync(path(name), name);
  writeFileSync(path('record'), JSON.stringify(recordOf(root, [qpdf], making)));
});

const other = { ...qpdf, worker: { ...qpdf.worker, packages: ['another'] } };

it.each<[string, () => unknown, boolean, Engine[]?]>([
  ['nothing changes', () => undefined, true],
  ['a file that they are made of is touched', () => utimesSync(path('a.ts'), 1, 1), false],
  ['a file that they may be made of is new', () => writeFileSync(path('tsconfig.json'), '{}'), false],
  ['the record breaks off', () => writeFileSync(path('record'), '{"engines":'), false],
  ['there is another engine', () => undefined, false, [qpdf, sharp]],
  ['an engine leaves out other packages', () => undefined, false, [other]],
])('bundles where %s', (_, change, expected, engines = [qpdf]) => {
  change();
  expect(isUpToDate(root, engines, path('record'))).toBe(expected);
});

it('bundles have no record where a file was changed while they were made', () => {
  expect(recordOf(root, [qpdf], { ...making, began: 0 })).toBeUndefined();
});
