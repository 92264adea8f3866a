import { hash } from 'node:crypto';
import { inspect } from 'node:util';
import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured logs. Of what clients send, nothing is logged but formats and sizes; a conversion has `conversionInLog`,
 * and what went wrong on our side `causeInLog`.
 */
export const logger = new Logger({ serviceName: 'file-conversion' });

/** The longest text of a cause, in characters: it may hold what an engine made of a client's file. */
const LONGEST_CAUSE = 2000;

/** How many causes of causes are logged, and how many places in the code of each. */
const DEPTH = 5;
const FRAMES = 4;

/** What stands for a conversion in the logs: its identifier is the right to download the result. */
export function conversionInLog(id: string): string {
  return hash('sha256', id).slice(0, 12);
}

/** What is behind a failure of ours, as a text of bounded length: an error with its own causes, or whatever it is. */
export function causeInLog(cause: unknown): string {
  return describe(cause, DEPTH).slice(0, LONGEST_CAUSE);
}

function describe(cause: unknown, depth: number): string {
  if (typeof cause === 'string') return cause;
  if (!(cause instanceof Error)) return inspect(cause, { depth: 3, customInspect: false, maxStringLength: 500 });
  const { name, message, stack = '' } = cause;
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  const text = [`${name}: ${message.slice(0, LONGEST_CAUSE / 2)}`, ...frames.slice(0, FRAMES)].join('\n');
  const causes = cause instanceof AggregateError ? cause.errors.slice(0, DEPTH) : [cause.cause];
  const known = depth > 1 ? causes.filter((inner) => inner !== undefined) : [];
  return [text, ...known.map((inner) => describe(inner, depth - 1))].join('\ncaused by ');
}
