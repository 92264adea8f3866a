import type { EngineJob, EngineResult } from '../engine.ts';
import { writeLines, writeRecords, writeValue } from './convert-tree.ts';
import { writeJson } from './json.ts';
import { checkSize, checkTree } from './limits.ts';
import { resultOf } from './result.ts';
import { JsonFile } from './tables/json-records.ts';
import { isTableTarget } from './tables/write-table.ts';
import { TextFile } from './text-file.ts';

/**
 * Converts JSON: lists record by record, like tables, and anything else as a tree. A file of concatenated values is a list,
 * whatever its name.
 */
export async function convertJson(job: EngineJob, format: 'json' | 'ndjson'): Promise<EngineResult> {
  const file = await JsonFile.read(job.sourcePath);
  const { targetFormat } = job;
  const single = format === 'json' ? file.only() : undefined;
  if (single) {
    checkTree(single.value);
    return writeValue(job, single.value);
  }
  if (targetFormat === 'json') return writeList(job, file);
  if (targetFormat === 'ndjson') return writeLines(job, file);
  if (isTableTarget(targetFormat)) return writeRecords(job, file);
  checkSize(file.bytes.length);
  const values: unknown[] = [];
  file.visit((value) => values.push(value));
  return writeValue(job, values);
}

/** Writes each record on a line, which is easy to read and to compare. */
function writeList(job: EngineJob, values: JsonFile): EngineResult {
  const result = resultOf(job);
  const file = new TextFile(result.path);
  let before = '[\n';
  values.visit((value) => {
    file.write(`${before}\t${writeJson(value)}`);
    before = ',\n';
  });
  file.write(before === '[\n' ? '[]\n' : '\n]\n');
  file.close();
  return result;
}
