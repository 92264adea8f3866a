import { describe, expect, it } from 'vitest';
import { FORMATS, type Format, findFormat, formatOfFilename } from '../../functions/conversion/formats.ts';

describe('findFormat', () => {
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
