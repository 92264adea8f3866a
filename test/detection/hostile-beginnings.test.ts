import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { detectByRules } from '../../functions/detection/detect-by-rules.ts';
import { HOSTILE_BEGINNINGS } from './hostile-beginnings.ts';

/** Names that have rules look closer. */
const NAMES = ['a.bin', 'a.srt', 'a.ass', 'a.ttml', 'a.lrc', 'a.docx', 'a.svg', 'a.tar', 'a.dbk', 'a.ipynb', 'a.man'];

describe('a megabyte of', () => {
  it.each(Object.entries(HOSTILE_BEGINNINGS))('%s is detected at once', async (_, make) => {
    const content = make();
    for (const name of NAMES) {
      // Processor time: the machine may be busy with other tests.
      const begin = process.cpuUsage();
      const found = await detectByRules(content, name).catch((error: unknown) => error);
      expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
      expect(typeof found === 'string' || found instanceof ConversionError).toBe(true);
    }
  });
});
