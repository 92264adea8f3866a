import { type Chunk, type ChunkStep, readChunks } from './chunks.ts';
import { ENGINE_CODES } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { Options } from './options.ts';
import { type ForeignPart, type PartsOrder, readParts } from './parts.ts';

/** What is asked of an engine, of a file that lies where both sides know. */
export interface EngineOrder {
  readonly sourceFormat: FormatName;
  readonly targetFormat: FormatName;
  readonly quality: string;
  /** Secrets included. */
  readonly options: Options;
  /** The name that the file was sent with, if the engine is to look once more whether it is what it is said to be. */
  readonly recheck?: string | undefined;
  /** Whether another engine takes over what this one refuses with UNSUPPORTED_CONVERSION. @default false */
  readonly handsOver?: boolean;
  /** Whether it may say that it has to be asked for chunks, or which of them is asked for. @default the whole file, at once */
  readonly chunks?: ChunkStep | undefined;
  /** What is asked of one that joins the files in its source. @default to join those that it can read itself */
  readonly parts?: PartsOrder | undefined;
}

/** What an engine reports of a job: its progress, any number of times, and then how it ended. One line of JSON each. */
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
  /** How long the engine took. */
  readonly seconds: number;
  /** What the engine's process holds afterwards, in bytes. */
  readonly memory?: number;
  /** What the result is in place of what was asked for: these parts of the source, which others have to convert first. */
  readonly parts?: readonly ForeignPart[] | undefined;
}

export interface EngineFailed {
  readonly event: 'failed';
  readonly code: (typeof ENGINE_CODES)[number];
  /** A sentence for the client. */
  readonly message: string;
  /** For the log. */
  readonly detail: string;
  /** The chunks in which it can be converted. */
  readonly chunks?: readonly Chunk[] | undefined;
}

/** The longest line that an engine may write, in bytes. */
export const LONGEST_EVENT = 64 * 1024;

/** How many events an engine may report of one job. */
const MOST_EVENTS = 10_000;

const LONGEST_MESSAGE = 1000;
const LONGEST_DETAIL = 4000;

/** Reads the events of one job, line by line. Throws as `readEvent` does, and when there are too many. */
export function eventReader(order: Pick<EngineOrder, 'targetFormat' | 'parts'>): (line: string) => EngineEvent {
  let events = 0;
  return (line) => {
    events += 1;
    if (events > MOST_EVENTS) throw new Error('an engine said too much');
    return readEvent(line, order);
  };
}

/**
 * Reads what an engine said. A stranger's file may have taken it over: nothing of it is believed but what has the right
 * shape, and texts are cut and cleaned.
 * @throws Error when it is nothing that an engine of ours would say
 */
function readEvent(line: string, { targetFormat, parts }: Pick<EngineOrder, 'targetFormat' | 'parts'>): EngineEvent {
  const said = JSON.parse(line) as Record<string, unknown> | null;
  switch (said?.event) {
    case 'progress':
      return { event: 'progress', percent: within(said.percent, 100) };
    case 'done':
      return {
        event: 'done',
        format: readFormat(said.format, targetFormat),
        seconds: within(said.seconds, 3600),
        memory: within(said.memory ?? 0, Number.MAX_SAFE_INTEGER),
        ...(parts === 'ask' && { parts: readParts(said.parts) }),
      };
    case 'failed':
      return {
        event: 'failed',
        code: ENGINE_CODES.find((code) => code === said.code) ?? 'ENGINE_FAILED',
        message: clean(said.message, LONGEST_MESSAGE),
        detail: clean(said.detail, LONGEST_DETAIL),
        chunks: readChunks(said.chunks),
      };
    default:
      throw new Error('an engine said what is no event');
  }
}

function readFormat(format: unknown, target: FormatName): FormatName {
  if (format === target || format === 'zip') return format === 'zip' ? 'zip' : target;
  throw new Error('an engine made a format that was not asked for');
}

function within(number: unknown, most: number): number {
  if (typeof number === 'number' && number >= 0 && number <= most) return number;
  throw new Error('an engine said a number that cannot be');
}

/** Removes control characters except line breaks. */
function clean(text: unknown, longest: number): string {
  if (typeof text !== 'string') throw new Error('an engine said no text where one should be');
  return text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[^\P{C}\n]/gu, ' ');
}
