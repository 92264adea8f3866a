import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { isUpToDate, recordOf } from '../../local/bundle-record.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const path = (name: string) => join(root, name);
/** One of the files is not in every checkout. */
const making = { inputs: ['a.ts', 'b.ts', 'tsconfig.json'], bundles: ['qpdf.mjs'], began: Date.now() + 60_000 };

beforeEach(() => {
  rmSync(path('tsconfig.json'), { force: true });
  for (const name of ['a.ts', 'b.ts', ...making.bundles]) writeFileSync(path(name), name);
  writeFileSync(path('record'), JSON.stringify(recordOf(root, [qpdf], making)));
});

describe('bundles', () => {
  const areUpToDate = (engines = [qpdf]) => isUpToDate(root, engines, path('record'));

  it('are up to date while nothing changes', () => expect(areUpToDate()).toBe(true));

  it.each([
    ['a file that they are made of is touched', () => utimesSync(path('a.ts'), 1, 1)],
    ['a file that they are made of is another', () => writeFileSync(path('b.ts'), 'longer')],
    ['a file that they may be made of is new', () => writeFileSync(path('tsconfig.json'), '{}')],
    ['the record breaks off', () => writeFileSync(path('record'), '{"engines":')],
  ])('are made anew where %s', (_, change) => {
    change();
    expect(areUpToDate()).toBe(false);
  });

  it('are made anew for another engine, and for one that leaves out other packages', () => {
    expect(areUpToDate([qpdf, sharp])).toBe(false);
    expect(areUpToDate([{ ...qpdf, worker: { ...qpdf.worker, packages: ['another'] } }])).toBe(false);
  });

  it('have no record where a file was changed while they were made', () => {
    expect(recordOf(root, [qpdf], { ...making, began: 0 })).toBeUndefined();
  });
});
