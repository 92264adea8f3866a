import { type Chunk, type ChunkStep, readChunks } from './chunks.ts';
import { ENGINE_CODES } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { Options } from './options.ts';
import { type ForeignPart, type PartsOrder, readParts } from './parts.ts';

/** A job for an engine, whose source lies at a path that both sides know. */
export interface EngineOrder {
  readonly sourceFormat: FormatName;
  readonly targetFormat: FormatName;
  readonly quality: string;
  /** Secrets included. */
  readonly options: Options;
  /** The filename, if the engine is to detect the format again and compare it with `sourceFormat`. */
  readonly recheck?: string | undefined;
  /** Whether another engine takes over what this one refuses with UNSUPPORTED_CONVERSION. @default false */
  readonly handsOver?: boolean;
  /** The step of a conversion in chunks. @default the whole file is converted in this call */
  readonly chunks?: ChunkStep | undefined;
  /** What an engine that joins the files of its source is to do. @default join those that it can read itself */
  readonly parts?: PartsOrder | undefined;
}

/** An event of a job: progress, any number of times, and then its end. Each is a line of JSON. */
export type EngineEvent = EngineProgress | EngineDone | EngineFailed;

export interface EngineProgress {
  readonly event: 'progress';
  /** 0 to 100. */
  readonly percent: number;
}

export interface EngineDone {
  readonly event: 'done';
  /** The format of the result: the target, or `zip` where it became many files. */
  readonly format: FormatName;
  /** The duration of the job. */
  readonly seconds: number;
  /** The memory of the engine's process afterwards, in bytes. */
  readonly memory?: number;
  /** The parts of the source that other engines have to convert first: the result holds them one behind the other. */
  readonly parts?: readonly ForeignPart[] | undefined;
}

export interface EngineFailed {
  readonly event: 'failed';
  readonly code: (typeof ENGINE_CODES)[number];
  /** A sentence for the client. */
  readonly message: string;
  /** For the log. */
  readonly detail: string;
  /** The chunks in which the video can be converted. */
  readonly chunks?: readonly Chunk[] | undefined;
}

/** The longest line that an engine may write, in bytes. */
export const LONGEST_EVENT = 64 * 1024;

/** The largest count of events of a job. */
const MOST_EVENTS = 10_000;

const LONGEST_MESSAGE = 1000;
const LONGEST_DETAIL = 4000;

/** Reads the events of one job, line by line. Throws as `readEvent` does, and when there are too many. */
export function eventReader(order: Pick<EngineOrder, 'targetFormat' | 'parts'>): (line: string) => EngineEvent {
  let events = 0;
  return (line) => {
    events += 1;
    if (events > MOST_EVENTS) throw new Error('an engine reported too many events');
    return readEvent(line, order);
  };
}

/**
 * Parses an event. A hostile file may control the engine that wrote it: every field is checked, and texts are shortened
 * and lose their control characters.
 * @throws Error when it is not an event
 */
function readEvent(line: string, { targetFormat, parts }: Pick<EngineOrder, 'targetFormat' | 'parts'>): EngineEvent {
  const event = JSON.parse(line) as Record<string, unknown> | null;
  switch (event?.event) {
    case 'progress':
      return { event: 'progress', percent: within(event.percent, 100) };
    case 'done':
      return {
        event: 'done',
        format: readFormat(event.format, targetFormat),
        seconds: within(event.seconds, 3600),
        memory: within(event.memory ?? 0, Number.MAX_SAFE_INTEGER),
        ...(parts === 'ask' && { parts: readParts(event.parts) }),
      };
    case 'failed':
      return {
        event: 'failed',
        code: ENGINE_CODES.find((code) => code === event.code) ?? 'ENGINE_FAILED',
        message: clean(event.message, LONGEST_MESSAGE),
        detail: clean(event.detail, LONGEST_DETAIL),
        chunks: readChunks(event.chunks),
      };
    default:
      throw new Error('an engine wrote a line that is no event');
  }
}

function readFormat(format: unknown, target: FormatName): FormatName {
  if (format === target || format === 'zip') return format === 'zip' ? 'zip' : target;
  throw new Error('an engine made a format that was not asked for');
}

function within(number: unknown, most: number): number {
  if (typeof number === 'number' && number >= 0 && number <= most) return number;
  throw new Error('an engine reported an impossible number');
}

/** Removes control characters except line breaks. */
function clean(text: unknown, longest: number): string {
  if (typeof text !== 'string') throw new Error('an engine reported no text where one is required');
  return text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[^\P{C}\n]/gu, ' ');
}
