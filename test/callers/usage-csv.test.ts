import { describe, expect, it } from 'vitest';
import { entryOf, type LedgerEntry } from '../../functions/callers/ledger.ts';
import { usageCsv } from '../../functions/callers/usage-csv.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { exampleConversion } from '../support/example-conversion.ts';

const HEADER =
  'conversion_id,account,plan,day,created_at,ended_at,original_format,target_format,result_format,engine,engine_seconds,bytes_in,bytes_out';

const NOON = Date.UTC(2026, 10, 21, 12);

const ENTRY: LedgerEntry = {
  ...entryOf(exampleConversion({ account: 'acme', createdAt: NOON }), NOON),
  endedAt: NOON + 1500,
};

async function csvOf(...entries: LedgerEntry[]): Promise<string> {
  async function* all() {
    yield* entries;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of usageCsv(all())) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a report of what was used', () => {
  it('has a header row, and a row for each conversion', async () => {
    const { account: _, ...nobodys } = ENTRY;
    const row = '2026-11-21,2026-11-21T12:00:00.000Z,2026-11-21T12:00:01.500Z,jpg,webp,webp,sharp,0.25,4321,1234';
    expect(await csvOf({ ...ENTRY, plan: 'pro' }, nobodys)).toBe(
      `${HEADER}\r\n${ENTRY.id},acme,pro,${row}\r\n${ENTRY.id},,,${row}\r\n`,
    );
  });

  it.each([
    ['a "plan", of ours', '"a ""plan"", of ours"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=HYPERLINK("http://a")', `"'=HYPERLINK(""http://a"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
  ])('has %j as %j: a value is one cell, and no formula', async (plan, cell) => {
    expect(await csvOf({ ...ENTRY, plan })).toContain(`,acme,${cell},2026-11-21,`);
    expect(await csvOf({ ...ENTRY, resultFormat: plan as FormatName })).toContain(`,webp,${cell},sharp,`);
  });
});
