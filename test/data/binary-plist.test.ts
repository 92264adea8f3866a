import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convertData } from './convert-data.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

describe('a property list in binary', () => {
  it.each<FormatName>(['json', 'yaml'])('is refused with what makes XML of it: %s', async (to) => {
    const file = Buffer.from('bplist00\x5fa', 'latin1');
    await expect(convertData(folder, file, { from: 'plist', to })).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('plutil -convert xml1'),
    });
  });
});
