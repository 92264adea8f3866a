import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The content of a workbook or a database, read by Python, by the names of its sheets or tables. */
export function readWorkbook<T>(format: 'xlsx' | 'ods' | 'sqlite', content: Buffer): Record<string, T> {
  const path = join(tmpdir(), randomUUID());
  writeFileSync(path, content);
  const script = join(import.meta.dirname, 'workbook.py');
  return JSON.parse(execFileSync('python3', [script, format, path], { encoding: 'utf8' }));
}
