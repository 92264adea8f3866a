import { describe, expect, it } from 'vitest';
import { readFilename, resultFilename } from '../../functions/conversion/filename.ts';

describe('the name of a result', () => {
  it.each([
    ['photo.jpg', 'photo.webp'],
    ['archive.tar.gz', 'archive.webp'],
    ['v1.2.tar.gz', 'v1.2.webp'],
    ['archive.tar.jpg', 'archive.tar.webp'],
    ['.tar.gz', '.tar.gz.webp'],
    ['tar.gz', 'tar.webp'],
    ['no-extension', 'no-extension.webp'],
    ['.hidden', '.hidden.webp'],
    [`a.${'x'.repeat(1000)}`, 'a.webp'],
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
