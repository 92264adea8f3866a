import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { describe, expect, it } from 'vitest';
import type { EndedJob } from '../../functions/conversion/job-meter.ts';
import { MetricsMeter } from '../../functions/services/metrics-meter.ts';
import { useLogLines } from '../support/log-lines.ts';

const ROOT = join(import.meta.dirname, '../..');

const lines = useLogLines();

const JOB = { engine: 'office', originalFormat: 'docx', targetFormat: 'pdf' } as const;

/** What CloudWatch makes of the lines, which are in its embedded metric format: each metric with its dimensions and value. */
function counted(): string[] {
  return lines.flatMap((text) => {
    const line = JSON.parse(text);
    const found: string[] = [];
    for (const { Namespace, Dimensions, Metrics: names } of line._aws.CloudWatchMetrics)
      for (const set of Dimensions as string[][])
        for (const { Name, Unit } of names) {
          const dimensions = set.map((name) => `${name}=${line[name]}`).join(' ');
          found.push(`${Namespace} ${dimensions}: ${Name} ${line[Name]} ${Unit}`);
        }
    return found;
  });
}

function count(job: EndedJob): string[] {
  new MetricsMeter(new Metrics({ namespace: 'FileConversion/Test' })).ended(job);
  return counted();
}

describe('the metrics of a job', () => {
  it('are in the log, with the dimensions engine and outcome only', () => {
    const job = { ...JOB, outcome: 'ok', queueWait: 0.5, engineSeconds: 1.25, bytesIn: 1000, bytesOut: 2000 } as const;
    expect(count(job)).toEqual([
      'FileConversion/Test engine=office outcome=ok: Conversions 1 Count',
      'FileConversion/Test engine=office: Faults 0 Count',
      'FileConversion/Test engine=office: EngineSeconds 1.25 Seconds',
      'FileConversion/Test engine=office: QueueWait 0.5 Seconds',
      'FileConversion/Test outcome=ok: BytesIn 1000 Bytes',
      'FileConversion/Test outcome=ok: BytesOut 2000 Bytes',
    ]);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ pair: 'docx pdf' });
  });

  it.each([
    ['client', 0],
    ['service', 1],
  ] as const)('count a fault of ours as one: %s', (outcome, faults) => {
    expect(count({ ...JOB, outcome })).toEqual([
      `FileConversion/Test engine=office outcome=${outcome}: Conversions 1 Count`,
      `FileConversion/Test engine=office: Faults ${faults} Count`,
    ]);
  });
});

it('on one machine nothing counts, and what would is not loaded', () => {
  const resolve = (...options: string[]) =>
    execFileSync(
      process.execPath,
      [...options, '--input-type=module', '-e', "process.stdout.write(import.meta.resolve('#aws/meter.ts'))"],
      { cwd: ROOT, encoding: 'utf8' },
    );
  expect(resolve('--conditions=one-machine')).toMatch(/\/local\/without-aws\.ts$/);
  expect(resolve()).toMatch(/\/functions\/services\/aws\/meter\.ts$/);
});
