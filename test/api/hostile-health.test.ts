import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docx } from '../documents/office-open-xml.ts';
import { fetchChecked } from '../support/check-answer.ts';
import {
  convertAt,
  endServiceProcess,
  type ServiceProcess,
  startServiceProcess,
  statusAt,
} from '../support/service-process.ts';

const BETWEEN = 20;
/** Other tests run beside this one: what a file can keep the service busy with takes seconds. */
const MEDIAN = 250;
const LONGEST = 1500;
/** None of these needs the time that an engine has. */
const LONGEST_JOB = 30_000;

let service: ServiceProcess;

beforeAll(async () => {
  service = await startServiceProcess();
  // What is loaded with the first files is no fault of theirs.
  for (const target of ['pdf', 'docx']) await convert(Buffer.from('words\n'), 'a.txt', target);
});

afterAll(() => endServiceProcess(service));

/** Converts a file, and waits for the end: the status and the code of the error. */
async function convert(content: Buffer, name: string, target: string): Promise<{ status: number; code: unknown }> {
  let answer = await convertAt(service, content, [name, target]);
  while (answer.body.data?.status === 'processing') {
    await setTimeout(100);
    answer = await statusAt(service, answer.body.data.conversion_id);
  }
  return { status: answer.status, code: answer.body.code ?? answer.body.data?.status };
}

/** How long the service takes to say that it is well, again and again until a task has ended; in milliseconds, sorted. */
async function healthDuring(task: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  task.then(
    () => (over = true),
    () => (over = true),
  );
  while (!over) {
    const began = performance.now();
    const { status } = await fetchChecked(`${service.origin}/api/v1/health`);
    expect(status).toBe(200);
    times.push(performance.now() - began);
    await setTimeout(BETWEEN);
  }
  return times.sort((a, b) => a - b);
}

const circle = () => readFileSync(join(import.meta.dirname, '../documents/files/circle.doc'));
const comments = `<?xml version="1.0"?>${'<!---->'.repeat(34)}x`;
const licence = '<!-- This file comes without any warranty. -->\n'.repeat(45);
const groups = `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(200_000)}${'</g>'.repeat(200_000)}</svg>`;

describe('a hostile file delays no other request, and is refused in time', () => {
  it.each<[string, string, string, () => string | Buffer | Promise<Buffer>, string]>([
    ['comments that can be divided in many ways', 'a.ttml', 'srt', () => comments, 'UNSUPPORTED_CONVERSION'],
    ['comments of a licence', 'a.xml', 'pdf', () => `<?xml version="1.0"?>\n${licence}<settings/>\n`, 'ready'],
    ['blanks', 'a.srt', 'vtt', () => ' '.repeat(65_536), 'UNSUPPORTED_CONVERSION'],
    ['a sector list that leads to itself', 'a.doc', 'pdf', circle, 'UNREADABLE_FILE'],
    ['beginnings of declarations', 'a.html', 'pdf', () => '<meta '.repeat(40_000), 'UNREADABLE_FILE'],
    ['a document that inflates to 500 MB', 'a.docx', 'pdf', () => docx(['a '.repeat(250e6)]), 'TOO_COMPLEX'],
    ['brackets in each other', 'a.json', 'pdf', () => '['.repeat(500_000), 'ready'],
    ['elements in each other', 'a.svg', 'png', () => groups, 'TOO_COMPLEX'],
    // LibreOffice crashes at it, twice.
    ['tables in each other', 'a.html', 'pdf', () => '<table><tr><td>'.repeat(20_000), 'UNREADABLE_FILE'],
  ])('%s: %s', { timeout: 150_000 }, async (_, name, target, make, ends) => {
    const content = Buffer.from(await make());
    const began = performance.now();
    const conversion = convert(content, name, target);
    const times = await healthDuring(conversion);
    expect(await conversion).toEqual({ status: ends === 'ready' ? 200 : 400, code: ends });
    expect(performance.now() - began).toBeLessThan(LONGEST_JOB);
    expect(times[times.length >> 1]).toBeLessThan(MEDIAN);
    expect(times.at(-1)).toBeLessThan(LONGEST);
  });
});
