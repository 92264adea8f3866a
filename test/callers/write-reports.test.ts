import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { entryOf, type LedgerEntry } from '../../functions/callers/ledger.ts';
import { usageCsv } from '../../functions/callers/usage-csv.ts';
import { reportKey, writeReports } from '../../functions/callers/write-reports.ts';
import { newConversionId } from '../../functions/conversion/conversion.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { ledger } from '../../functions/services/ledger.ts';
import { reports } from '../../functions/services/reports.ts';
import { storage } from '../../functions/services/storage.ts';
import { handler } from '../../functions/usage-reports/handler.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const DAY = 86_400_000;

/** In the night, when reports are written: so many days from a day on. */
const night = (days: number) => Date.UTC(2026, 10, 22, 0, 45) + days * DAY;

async function enter(moment: number, count = 1): Promise<LedgerEntry[]> {
  const entries = Array.from({ length: count }, () =>
    entryOf(exampleConversion({ id: newConversionId(), account: 'acme', createdAt: moment }), moment),
  );
  for (const entry of entries) await ledger().record(entry);
  return entries;
}

/** The report of a day. What stands in for S3 has one bucket. */
async function read(day: string): Promise<string | undefined> {
  const file = await storage().files.open(reportKey(day));
  return file && text(file.body);
}

const identifiers = (csv = '') =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(',')[0] ?? '');
const stores = () => ({ ledger: ledger(), reports: reports() });

describe('the reports of what was used', () => {
  it('are written each night for the day that is over, those that were missed too, each once', async () => {
    const entries = await enter(night(-1) + 3600_000, 40);
    const early = await enter(night(0) - 1);
    expect(await writeReports(stores(), night(0))).toHaveLength(35);
    expect(identifiers(await read('2026-11-21')).sort()).toEqual(entries.map(({ id }) => id).sort());
    expect(identifiers(await read('2026-11-20'))).toEqual([]);
    expect(await read('2026-11-22')).toBeUndefined();
    expect(await writeReports(stores(), night(0))).toEqual([]);

    const [missed] = await enter(night(2));
    expect(await writeReports(stores(), night(3))).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
    expect(identifiers(await read('2026-11-22'))).toEqual([early[0]?.id]);
    expect(identifiers(await read('2026-11-24'))).toEqual([missed?.id]);
  });

  it('are what they were when they are written again, which an operator can have done', async () => {
    const long = Date.UTC(2020, 0, 5, 12);
    await enter(long, 20);
    await handler({ day: '2020-01-05' });
    const first = await read('2020-01-05');
    expect(identifiers(first)).toHaveLength(20);
    await storage().files.put(reportKey('2020-01-05'), Buffer.from('damaged'), 'text/csv');
    await handler({ day: '2020-01-05' });
    expect(await read('2020-01-05')).toBe(first);
  });

  it.each(['2020-02-30', '../../a', '', new Date().toISOString().slice(0, 10), '9999-01-01'])(
    'are not written of what is no day that is over: %j',
    async (day) => {
      await expect(handler({ day })).rejects.toThrow('no day that is over');
    },
  );

  it('are written whole or not at all, and the next night writes what failed', async () => {
    await enter(night(10) - 3600_000 * 5);
    const failing = {
      reports: reports(),
      ledger: {
        of: async function* (day: string) {
          yield* ledger().of(day);
          if (day === '2026-12-01') throw new Error('throttled');
        },
      },
    };
    await expect(writeReports(failing, night(10))).rejects.toThrow('throttled');
    expect(await read('2026-11-30')).toBeDefined();
    expect(await read('2026-12-01')).toBeUndefined();
    expect(await writeReports(stores(), night(11))).toEqual(['2026-12-01', '2026-12-02']);
    expect(identifiers(await read('2026-12-01'))).toHaveLength(1);
  });
});

const HEADER =
  'conversion_id,account,plan,day,created_at,ended_at,original_format,target_format,result_format,engine,engine_seconds,bytes_in,bytes_out';

const NOON = Date.UTC(2026, 10, 21, 12);

const ENTRY: LedgerEntry = {
  ...entryOf(exampleConversion({ account: 'acme', createdAt: NOON }), NOON),
  endedAt: NOON + 1500,
};

const csvOf = (...entries: LedgerEntry[]) => text(usageCsv(Readable.from(entries)));

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
    ['=HYPERLINK("http://a")', `"'=HYPERLINK(""http://a"")"`],
    ['+1', "'+1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\r=1', `"'\r=1"`],
  ])('has %j as %j: a value is one cell, and no formula', async (plan, cell) => {
    expect(await csvOf({ ...ENTRY, plan })).toContain(`,acme,${cell},2026-11-21,`);
    expect(await csvOf({ ...ENTRY, resultFormat: plan as FormatName })).toContain(`,webp,${cell},sharp,`);
  });
});
