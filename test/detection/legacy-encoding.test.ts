import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { legacyEncoding } from '../../functions/detection/legacy-encoding.ts';
import { decodePlain } from '../../functions/engines/office/text-encoding.ts';

/** Texts as they were stored before Unicode, in hexadecimal, and a word in each. */
// biome-ignore format: a table, one line a text
const TEXTS = [
  ['windows-1251', 'd1fae5f8fc20e6e520e5f9b820fdf2e8f520ecffe3eae8f520f4f0e0edf6f3e7f1eae8f520e1f3ebeeea', 'мягких'],
  ['koi8-r', 'f3dfc5dbd820d6c520c5dda320dcd4c9c820cdd1c7cbc9c820c6d2c1cec3d5dad3cbc9c820c2d5cccfcb', 'мягких'],
  ['ibm866', '91eaa5e8ec20a6a520a5e9f120ede2a8e520acefa3aaa8e520e4e0a0ade6e3a7e1aaa8e520a1e3abaeaa', 'мягких'],
  ['shift_jis', '82b782d782c482cc906c8ad482cd814190b682dc82ea82c882aa82e782c982b582c48ea9975282c582a082e8', '自由'],
  ['euc-jp', 'a4b9a4d9a4c6a4cebfcdb4d6a4cfa1a2c0b8a4dea4eca4caa4aca4e9a4cba4b7a4c6bcabcdb3a4c7a4a2a4ea', '自由'],
  ['euc-kr', 'b8f0b5e720c0ceb0a3c0ba20c5c2beeeb3af20b6a7bacec5cd20c0dac0afb7cebfecb8e7', '인간은'],
  ['gb18030', 'c8cbc8cbc9fab6f8d7d4d3c9a3acd4dad7f0d1cfbacdc8a8c0fbc9cfd2bbc2c9c6bdb5c8a3acd5e2cac7ced2c3c7b5c4b9fabcd2', '自由'],
  ['big5', 'a448a448a5cda6d3a6dba5d1a141a662b44cc459a94dc576a751a457a440abdfa5adb5a5a141b36fac4fa7daadccaabab0eaae61', '自由'],
  ['windows-1253', 'bcebefe920efe920dcede8f1f9f0efe920e3e5edede9effdedf4e1e920e5ebe5fde8e5f1efe920eae1e920dff3efe9', 'άνθρωποι'],
  ['windows-1255', 'ebec20e1f0e920e4e0e3ed20f0e5ece3e520e1f0e920e7e5f8e9ef20e5f9e5e5e9ed', 'האדם'],
  ['windows-1256', 'ede6e1cf20cce3edda20c7e1e4c7d320c3cdd1c7d1c720e3cad3c7e6ede420dded20c7e1dfd1c7e3c9', 'الناس'],
] as const;

describe('a legacy encoding', () => {
  it.each(TEXTS)('%s is detected by its frequent letters', async (encoding, hex, word) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(legacyEncoding(bytes)).toBe(encoding);
    expect(decodePlain(bytes)).toContain(word);
    expect(await detectFormat(bytes, 'a.txt')).toBe('txt');
  });

  it('is western where there is little beyond ASCII, and none where nothing makes sense', () => {
    expect(legacyEncoding(Buffer.from('Gr\xfc\xdfe aus K\xf6ln, sch\xf6ne Stra\xdfe', 'latin1'))).toBeUndefined();
    expect(legacyEncoding(Buffer.alloc(64, 0xfa))).toBeUndefined();
  });

  it('is not what a text has that is UTF-8 but for a letter', () => {
    const words = Buffer.from('Привет, как дела? ');
    expect(decodePlain(Buffer.concat([words, words.subarray(1)]))).toBe('Привет, как дела? \ufffdривет, как дела? ');
    expect(decodePlain(Buffer.from('Gr\xfc\xdfe', 'latin1'))).toBe('Grüße');
  });
});
