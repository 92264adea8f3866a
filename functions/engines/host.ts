import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineEvent, EngineOrder } from '../conversion/engine-events.ts';
import { ConversionError, ENGINE_CODES } from '../conversion/errors.ts';
import type { FormatName } from '../conversion/formats.ts';
import type { Quality } from '../conversion/quality.ts';
import { CLEANED, type HostRequest } from '../sandbox/host-request.ts';
import { checkPackage } from './check-package.ts';
import { checkSource } from './check-source.ts';
import type { EngineJob, EngineResult } from './engine.ts';
import { failedEvent } from './failed-event.ts';

/** The implementation of an engine. */
export interface HostedEngine {
  /**
   * Converts one file.
   * @throws ConversionError with UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX (the client's file) or
   * UNSUPPORTED_CONVERSION (this file, though not its format); all other errors are our fault
   */
  convert(job: EngineJob): Promise<EngineResult>;
  /** Starts slow processes before the first job needs them. */
  warmUp?(): void;
  /** Cleans up after a job; the next job waits for it. */
  settle?(): Promise<void>;
}

/** Zips that are unpacked by tools that verify them, and name the damaged member. */
const ARCHIVES: readonly FormatName[] = ['zip', 'jar'];

/** The arguments of a host: the path of its source, and its working folder. */
const [, , sourcePath = '', workplace = ''] = process.argv;
const folder = join(workplace, 'job');

/**
 * Makes this process the host of an engine: it reads jobs from standard input, does them one by one, and writes events to
 * standard output. It ends with its input; its parent kills it when a job takes too long.
 */
export async function hostEngine(engine: HostedEngine): Promise<void> {
  mkdirSync(join(workplace, 'home'));
  mkdirSync(folder);
  engine.warmUp?.();
  let clean = true;
  const tidy = async () => {
    if (clean) return;
    await engine.settle?.();
    emptyFolder();
    clean = true;
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as HostRequest;
    // The next job may come without a request to clean up.
    await tidy();
    if ('job' in request) {
      clean = false;
      send(await answer(engine, request.job));
    } else process.stdout.write(`${CLEANED}\n`);
  }
  process.exit();
}

function send(event: EngineEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function answer(engine: HostedEngine, order: EngineOrder): Promise<EngineEvent> {
  try {
    return await perform(engine, order);
  } catch (error) {
    return failedEvent(reported(error, order));
  }
}

async function perform(engine: HostedEngine, order: EngineOrder): Promise<EngineEvent> {
  const started = performance.now();
  // If this process crashes from here on, the file may be the reason.
  send({ event: 'progress', percent: 0 });
  // During a deployment, a caller of an older version may send no options.
  const { sourceFormat, targetFormat, quality, options = {}, handsOver = false, chunks, parts } = order;
  if (order.recheck !== undefined) await checkSource(sourcePath, sourceFormat, order.recheck);
  if (!ARCHIVES.includes(sourceFormat)) checkPackage(sourcePath);
  const made = await engine.convert({
    sourcePath,
    sourceFormat,
    targetFormat,
    quality: quality as Quality,
    options,
    handsOver,
    ...(chunks && { chunks }),
    ...(parts && { parts }),
    folder,
    onProgress: (percent) => send({ event: 'progress', percent: Math.min(100, Math.max(0, percent)) }),
  });
  const { path, format } = made;
  if (statSync(path).size === 0) throw new Error('the engine made an empty file');
  const result = join(folder, `result.${format}`);
  if (path !== result) renameSync(path, result);
  const seconds = Math.round(performance.now() - started) / 1000;
  return { event: 'done', format, seconds, memory: process.memoryUsage.rss(), parts: made.parts };
}

/** Empties the folder synchronously, which is faster: no thread has to be woken for each step. */
function emptyFolder(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}

/** An error that no engine reports is a fault of ours. */
function reported(error: unknown, { sourceFormat, targetFormat }: EngineOrder): ConversionError {
  if (error instanceof ConversionError && ENGINE_CODES.some((code) => code === error.code)) return error;
  const message = `The conversion from ${sourceFormat} to ${targetFormat} failed. The fault is ours; trying again may help.`;
  return new ConversionError('ENGINE_FAILED', message, { cause: error });
}
