import type { DurableContext } from '@aws/durable-execution-sdk-js';
import type { ChunkStep } from '../conversion/chunks.ts';
import type { EngineCall } from '../conversion/engine-call.ts';
import { type EngineDone, type EngineFailed, eventReader } from '../conversion/engine-events.ts';
import { type ConversionError, ENGINE_CODES, engineFailed, isPassing } from '../conversion/errors.ts';
import { ENVIRONMENT, engineFunctionVariable, readEnvironment } from '../environment.ts';
import { NOBODY } from '../services/engine-functions.ts';
import { FunctionEnded } from '../services/function-ended.ts';
import type { LongVideoJob } from '../services/long-videos.ts';
import { begin, complete, fail, type LongVideoFile, signEncoding, signJoining, tidy } from './steps.ts';

/** How often a step is tried that the engine says has failed by no fault of the file. */
const TRIES = 2;
/** How often it is tried where the engine function gave no answer: it may have had no room. */
const UNANSWERED_TRIES = 8;
/** The longest pause before a step is tried again, in seconds. */
const LONGEST_PAUSE = 60;

/** Keeps the SDK from parsing the answer of an engine function, which is hostile. */
const AS_TEXT = {
  serialize: async (text: string | undefined) => text,
  deserialize: async (text: string | undefined) => text,
};

/** The payload of an invocation, signed again for each attempt; undefined when the conversion was deleted. */
type Sign = () => Promise<EngineCall | undefined>;

/**
 * Converts a long video. The code is replayed, so it must be deterministic: all input and output is in steps, whose results
 * the durable execution stores.
 */
export async function convertInChunks(job: LongVideoJob, context: DurableContext): Promise<void> {
  const video = await context.step('begin', () => begin(job));
  if (!video) return;
  try {
    await encodeAndJoin(job, video, context);
  } catch (error) {
    await context.step('fail', () => fail(video, failed(engineFailed(error))));
  }
  await context.step('tidy', () => tidy(video, job.chunks.length));
}

/** Has the chunks encoded side by side, then joined; what fails for good ends the job there. */
async function encodeAndJoin({ chunks }: LongVideoJob, video: LongVideoFile, context: DurableContext): Promise<void> {
  const batch = await context.map(
    'chunks',
    chunks.map(({ from, start }, i): ChunkStep => ({ step: 'encode', from, start, end: chunks[i + 1]?.start })),
    (child, step, i) => callEngine(child, video, () => signEncoding(video, step, i, chunks.length)),
    { maxConcurrency: Number(readEnvironment(ENVIRONMENT.chunksAtOnce)) },
  );
  batch.throwIfError();
  const encoded = batch.getResults();
  if (!encoded.every((done) => done)) return;
  const starts = chunks.map(({ start }) => start);
  const joined = await context.runInChildContext('join', (child) =>
    callEngine(child, video, () => signJoining(video, starts)),
  );
  if (!joined) return;
  const seconds = [...encoded, joined].reduce((sum, done) => sum + (done?.seconds ?? 0), 0);
  await context.step('complete', () => complete(video, { ...joined, seconds }));
}

/** Has the engine do a step, and again what fails by no fault of the file. @returns nothing when the job has ended */
async function callEngine(context: DurableContext, video: LongVideoFile, sign: Sign): Promise<EngineDone | undefined> {
  for (let tries = 1; ; tries++) {
    const call = await context.step('sign', sign);
    if (!call) return undefined;
    const end = await askEngine(context, video, call);
    if (end.event === 'done') return end;
    const most = end.unanswered ? UNANSWERED_TRIES : TRIES;
    if (!isPassing(end.code) || tries >= most) {
      await context.step('fail', () => fail(video, end));
      return undefined;
    }
    await context.wait('pause', { seconds: Math.min(LONGEST_PAUSE, 5 * 2 ** (tries - 1)) });
  }
}

interface Failed extends EngineFailed {
  /** Whether the function of the engine failed, and not the engine. */
  readonly unanswered?: boolean;
}

async function askEngine(
  context: DurableContext,
  { conversion }: LongVideoFile,
  call: EngineCall,
): Promise<EngineDone | Failed> {
  const engine = readEnvironment(engineFunctionVariable(conversion.engine));
  const tenant = process.env[ENVIRONMENT.isolation] === 'account' && { tenantId: conversion.account ?? NOBODY };
  let answer: string;
  try {
    answer = await context.invoke<EngineCall, string>('engine', engine, call, { resultSerdes: AS_TEXT, ...tenant });
  } catch (error) {
    return { ...failed(new FunctionEnded('', `${error}`).explain(false)), unanswered: true };
  }
  try {
    const event = eventReader(call)(answer);
    if (event.event !== 'progress') return event;
    throw new Error('the engine ended without a word');
  } catch (error) {
    return failed(engineFailed(error));
  }
}

function failed({ code, message, cause }: ConversionError): Failed {
  const known = ENGINE_CODES.find((candidate) => candidate === code) ?? 'ENGINE_FAILED';
  return { event: 'failed', code: known, message, detail: String(cause) };
}
