import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../../engine.ts';
import { readHead } from '../../read-head.ts';
import type { Content, Entry } from '../entry.ts';
import { LIMITS, tooDeep, tooLarge } from '../limits.ts';
import { unreadable } from '../refusals.ts';
import { FILE_MODE } from '../seven-zip-mode.ts';
import { UniqueNames } from '../unique-names.ts';
import { unpackFile } from '../unpack-file.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { readRecords, type WarcRecord } from './read-records.ts';
import { pageName, RECORDS, recordName } from './record-name.ts';
import { DecodedFile } from './undo-encodings.ts';

/** What of a record becomes a file. */
interface Page {
  /** As its address says, which others may have too. */
  readonly name: string;
  readonly content: Content;
  /** In seconds since 1970. */
  readonly time: number;
  readonly head: MessageHead;
  /** How its server answered. */
  readonly http: MessageHead | undefined;
}

/**
 * Unpacks a web archive: pages and their like become files below the name of their host, all other records files as they
 * are; and a list says what of each record is no content.
 * @throws ConversionError
 */
export async function unpackWarc(job: EngineJob): Promise<Entry[]> {
  const path = await plainArchive(job);
  const folder = join(job.folder, 'unpacked');
  mkdirSync(folder, { recursive: true });
  const [decoded, list] = [new DecodedFile(join(folder, 'decoded')), new DecodedFile(join(folder, 'list'))];
  try {
    const pages = await readPages(path, decoded);
    return entriesOf(pages, list);
  } finally {
    decoded.close();
    list.close();
  }
}

/** The archive as it is where each record, or all of it, is compressed with gzip. */
async function plainArchive(job: EngineJob): Promise<string> {
  const start = await readHead(job.sourcePath, 2);
  if (start.toString('hex') !== '1f8b') return job.sourcePath;
  const [unpacked] = await unpackFile({ ...job, sourceFormat: 'gz' });
  if (unpacked?.kind !== 'file') throw unreadable('nothing in it');
  return `${unpacked.content.path}`;
}

async function readPages(path: string, decoded: DecodedFile): Promise<Page[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const pages: Page[] = [];
    let [sum, letters] = [0, 0];
    for (const record of readRecords(file.fd, size)) {
      const page = await pageOf(path, file.fd, record, decoded);
      sum += page.content.length;
      letters += page.name.length;
      if (sum > LIMITS.unpacked * 1_000_000) throw tooLarge('its records together');
      if (letters > LIMITS.paths) throw tooDeep();
      pages.push(page);
    }
    return pages;
  } finally {
    await file.close();
  }
}

async function pageOf(path: string, file: number, record: WarcRecord, decoded: DecodedFile): Promise<Page> {
  const { kind, head, start, block, end } = record;
  const address = head.fields.get('warc-target-uri') ?? '';
  const time = Math.floor(Date.parse(head.fields.get('warc-date') ?? '') / 1000) || 0;
  const whole = { path, position: block, length: end - block };
  if (kind === 'resource')
    return { name: pageName(address, isPage(head)), content: whole, time, head, http: undefined };
  if (kind !== 'response' || address === '') {
    const content = { path, position: start, length: end - start };
    return { name: recordName(record, address), content, time, head, http: undefined };
  }
  const http = httpHead(file, record);
  const payload = http ? { path, position: http.end, length: end - http.end } : whole;
  const content = (http && (await decoded.decode(payload, http.fields))) ?? payload;
  return { name: pageName(address, isPage(http ?? head)), content, time, head, http };
}

function httpHead(file: number, { head, block, end }: WarcRecord): MessageHead | undefined {
  if (!/^application\/http\b/i.test(head.fields.get('content-type') ?? '')) return undefined;
  const http = readMessageHead(file, block, end);
  return http && /^HTTP\/\d/.test(http.lines[0] ?? '') ? http : undefined;
}

function isPage({ fields }: MessageHead): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(fields.get('content-type') ?? '');
}

function entriesOf(pages: readonly Page[], list: DecodedFile): Entry[] {
  const names = new UniqueNames(foldersOf(pages.map(({ name }) => name)));
  const listName = names.take(`${RECORDS}/list.ndjson`);
  const entries = pages.map(({ name, content, time, head, http }) => {
    const own = names.take(name);
    list.append(Buffer.from(`${JSON.stringify({ file: own, warc: head.lines, ...(http && { http: http.lines }) })}\n`));
    return fileEntry(own, content, time);
  });
  const time = pages[0]?.time ?? 0;
  return [...entries, fileEntry(listName, { path: list.path, position: 0, length: list.size }, time)];
}

/** What is a folder cannot be a file: on the web it can. */
function foldersOf(names: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const name of names)
    for (
      let end = name.lastIndexOf('/');
      end > 0 && !folders.has(name.slice(0, end));
      end = name.lastIndexOf('/', end - 1)
    )
      folders.add(name.slice(0, end));
  return folders;
}

function fileEntry(name: string, content: Content, time: number): Entry {
  const nobody = { uid: 0, gid: 0, owner: '', group: '' };
  return { kind: 'file', name, content, mode: FILE_MODE, ...nobody, time, records: new Map() };
}
