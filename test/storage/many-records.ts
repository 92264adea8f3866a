import { statSync } from 'node:fs';
import { RecordTable } from '../../local/records/record-table.ts';
import { newRecord } from '../../local/records/stored-record.ts';
import { exampleConversion } from '../support/example-conversion.ts';

/** Stores very many records, and returns the growth of this process's memory. */
const [, , path = '', many = '100000'] = process.argv;
const table = new RecordTable(path);
const store = () => {
  const record = newRecord(exampleConversion());
  table.insert(record.conversion.id, record);
};
for (let first = 0; first < 2000; first += 1) store();
const before = process.memoryUsage.rss();
const begun = performance.now();
for (let at = 2000; at < Number(many); at += 1) store();
const grown = process.memoryUsage.rss() - before;
const milliseconds = (performance.now() - begun) / Number(many);
process.stdout.write(JSON.stringify({ records: Number(many), grown, milliseconds, disk: statSync(path).size }));
