import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { decodePlain } from '../../functions/engines/office/text-encoding.ts';
import { seededRandom } from '../support/random.ts';

const TEXTS = {
  English: 'name,age\r\nÉmile,42\r\n',
  Russian: 'Все люди рождаются свободными и равными\n',
  Chinese: '人人生而自由，在尊严和权利上一律平等。\n',
  emoji: 'smile 😀\n',
} as const;

function swapped(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

const ENCODERS = {
  'UTF-16': (text: string) => Buffer.from(text, 'utf16le'),
  'UTF-16, high bytes first': swapped,
} as const;

describe.each(Object.entries(ENCODERS))('%s', (_, encode) => {
  it.each(Object.entries(TEXTS))('is detected in %s text, with and without a byte order mark', async (_, text) => {
    for (const mark of ['\uFEFF', '']) {
      const bytes = encode(mark + text);
      expect(await detectFormat(bytes, 'a.txt')).toBe('txt');
      expect(await detectFormat(bytes, 'a.csv')).toBe('csv');
      expect(decodePlain(bytes)).toBe(text);
    }
  });

  it('is detected in texts of a certain structure', async () => {
    const texts = {
      srt: '1\n00:00:01,000 --> 00:00:02,000\nHello\n',
      svg: '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n\n\n',
      html: '<!doctype html><title>x</title>',
    };
    for (const [format, text] of Object.entries(texts)) expect(await detectFormat(encode(text), 'a')).toBe(format);
  });
});

describe('binary data', () => {
  const words = (values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
  const random = seededRandom(11);
  const noise = (least: number) => Buffer.from(Array.from({ length: 4096 }, () => least + random() * (256 - least)));

  it.each([
    ['small numbers of two bytes', words(Array.from({ length: 500 }, (_, index) => index + 3))],
    ['a wave', words(Array.from({ length: 2000 }, (_, index) => 40 + Math.round(40 * Math.sin(index / 9))))],
    ['numbers of four bytes', Buffer.from(Uint32Array.from({ length: 500 }, (_, index) => index * 7).buffer)],
    [
      'EBCDIC',
      Buffer.from(
        'c799dc59854081a4a24084859440d98583888595a98595a399a4946b25c8c5d3d3d640e6d6d9d3c440f1f2f3f47a40a388854098a489839240829996a695',
        'hex',
      ),
    ],
    [
      'a list in EBCDIC',
      Buffer.from('c1c3c3d6e4d5e3404040d5c1d4c54040404040404040404040404040404040c1d4d6e4d5e3', 'hex'),
    ],
    ['noise', noise(0)],
    ['noise of high bytes', noise(0x40)],
  ])('are not detected as text: %s', async (_, bytes) => {
    await expect(detectFormat(bytes, 'a.txt')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
  });
});
