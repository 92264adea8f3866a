import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LINK_LIFETIME, RETENTION_AFTER_EXPIRY } from '../../functions/conversion/conversion.ts';
import { RecordTable } from '../../local/records/record-table.ts';
import { newRecord } from '../../local/records/stored-record.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

function tableWith(count: number) {
  const table = new RecordTable(join(folder, `${Math.random()}.sqlite`));
  const records = Array.from({ length: count }, () => newRecord(exampleConversion()));
  for (const record of records) table.insert(record.conversion.id, record);
  return { table, records };
}

function removeAllGone(table: RecordTable, now: number): number {
  let turns = 1;
  while (table.removeGone(now)) turns += 1;
  return turns;
}

describe('the table of records', () => {
  it('removes what is forgotten and has no file, a part at a time', () => {
    const { table, records } = tableWith(1200);
    const [kept, ...others] = records;
    if (!kept) throw new Error('There is none');
    for (const record of others) table.replace(record.conversion.id, { ...record, stored: false });
    const forgotten = Date.now() + LINK_LIFETIME + RETENTION_AFTER_EXPIRY;
    removeAllGone(table, forgotten - 60_000);
    expect(others.every(({ conversion }) => table.get(conversion.id))).toBe(true);
    expect(removeAllGone(table, forgotten + 60_000)).toBeGreaterThan(2);
    expect(others.filter(({ conversion }) => table.get(conversion.id))).toEqual([]);
    // Its file is still to be deleted.
    expect(table.get(kept.conversion.id)).toEqual(kept);
    table.close();
  });
});
