import { expect, it } from 'vitest';
import { isJoinedAsIs } from '../../cli/joined-as-is.ts';
import { FORMATS, type FormatName } from '../../functions/conversion/formats.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { isReadableWith } from '../../functions/engines/sharp/reading/readers.ts';
import { sharp } from '../../functions/engines/sharp.ts';

const all = Object.keys(FORMATS) as FormatName[];
const endingsOf = (format: FormatName): readonly string[] => [format, ...(FORMATS[format].aliases ?? [])];

it('joins as they are those files that the engine joins', () => {
  const joined = all.filter(
    (format) =>
      format === 'pdf' || (sharp.conversions[format]?.includes('pdf') && isReadableWith(qpdf.worker.layers, format)),
  );
  const endings = all.flatMap(endingsOf).filter((ending) => isJoinedAsIs(`a.${ending}`));
  expect(endings.sort()).toEqual(joined.flatMap(endingsOf).sort());
});

it('leaves it to the service what a file without an ending is', () => {
  expect(['scan', '.scan', 'A.JPG', '.jpg'].map(isJoinedAsIs)).toEqual([true, true, true, true]);
});
