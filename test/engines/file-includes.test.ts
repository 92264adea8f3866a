import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileIncludes } from '../../functions/engines/sharp/reading/file-includes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const WANTED = Buffer.from('acTL');
const PIECE = 64 * 1024;

function fileWith(wantedAt: number, length: number): string {
  const content = Buffer.alloc(length, 'acT');
  WANTED.copy(content, wantedAt);
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
}

it.each([0, 1, ...[-5, -4, -3, -2, -1, 0, 1].map((off) => PIECE + off), 2 * PIECE - 5, 3 * PIECE - 4])(
  'finds bytes at %i, wherever the pieces end in which it reads',
  (at) => expect(fileIncludes(fileWith(at, 3 * PIECE), WANTED)).toBe(true),
);

it.each([0, 3, 4, PIECE, 3 * PIECE + 1])('finds nothing in %i bytes without them', (length) =>
  expect(fileIncludes(fileWith(length, length), WANTED)).toBe(false),
);
