import { describe, expect, it } from 'vitest';
import { readFilename, resultFilename } from '../../functions/conversion/filename.ts';
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
    ['archive.TAR.GZ', 'tar.gz'],
    ['.tar.gz', 'tar.gz'],
    ['a.tar.gz.gz', 'gz'],
    ['png', undefined],
  ])('%j: %s', (filename, format) => expect(formatOfFilename(filename)).toBe(format));
});

describe('the name of a result', () => {
  it.each([
    ['photo.jpg', 'photo.webp'],
    ['archive.tar.gz', 'archive.webp'],
    ['archive.tar.jpg', 'archive.tar.webp'],
    ['.tar.gz', '.tar.gz.webp'],
    ['.hidden', '.hidden.webp'],
    [`${'x'.repeat(1000)}.jpg`, `${'x'.repeat(195)}.webp`],
    // Whole characters, of 3 and of 4 bytes.
    [`${'图'.repeat(300)}.jpg`, `${'图'.repeat(65)}.webp`],
    [`x${'🌄'.repeat(100)}`, `x${'🌄'.repeat(48)}.webp`],
  ])('%s becomes %s', (originalFilename, name) => {
    expect(resultFilename({ originalFilename, resultFormat: 'webp' })).toBe(name);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  });
});

describe('the name of a file', () => {
  it('has at most 1,024 bytes, whatever the path in front of it', () => {
    expect(readFilename('x'.repeat(1024))).toHaveLength(1024);
    expect(() => readFilename('x'.repeat(1025))).toThrow(/1024 bytes/);
    expect(() => readFilename('ü'.repeat(513))).toThrow(/1024 bytes/);
    expect(readFilename(`${'folder/'.repeat(1000)}a.jpg`)).toBe('a.jpg');
  });
});
