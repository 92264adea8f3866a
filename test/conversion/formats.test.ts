import { describe, expect, it } from 'vitest';
import { FORMATS, type Format, findFormat, formatOfFilename } from '../../functions/conversion/formats.ts';
import { findQuality } from '../../functions/conversion/quality.ts';

describe('findFormat', () => {
  it.each([
    ['png', 'png'],
    ['PNG', 'png'],
    ['.png', 'png'],
    [' jpeg ', 'jpg'],
    ['TIF', 'tiff'],
    ['heif', 'heic'],
  ])('understands %j as %s', (word, format) => expect(findFormat(word)).toBe(format));

  it.each(['', '.', 'xyz', 'image/png', '__proto__', 'constructor', 'png.exe'])('does not know %j', (word) =>
    expect(findFormat(word)).toBeUndefined(),
  );

  it('has no name that means two formats', () => {
    const names = Object.entries(FORMATS as Record<string, Format>).flatMap(([name, { aliases }]) => [
      name,
      ...aliases,
    ]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('formatOfFilename', () => {
  it.each([
    ['photo.JPEG', 'jpg'],
    ['archive.tar.png', 'png'],
    ['archive.TAR.GZ', 'tar.gz'],
    ['a.tgz', 'tar.gz'],
    ['tar.gz', 'gz'],
    ['.tar.gz', 'tar.gz'],
    ['a.tar.gz.gz', 'gz'],
    ['no-extension', undefined],
    ['png', undefined],
    ['ends-in-dot.', undefined],
  ])('%j: %s', (filename, format) => expect(formatOfFilename(filename)).toBe(format));
});

describe('findQuality', () => {
  it('understands the three in any case, and nothing else', () => {
    expect(['low', 'MEDIUM', ' High '].map(findQuality)).toEqual(['low', 'medium', 'high']);
    expect(['', 'best', '80', 'lo'].map(findQuality)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
