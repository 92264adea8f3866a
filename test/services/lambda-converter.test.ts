import type { InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { describe, expect, it } from 'vitest';
import type { ConversionJob } from '../../functions/conversion/converter.ts';
import type { EngineCall } from '../../functions/conversion/engine-call.ts';
import { NotBegun } from '../../functions/conversion/errors.ts';
import type { FileStore } from '../../functions/conversion/stores.ts';
import { LambdaConverter } from '../../functions/services/lambda-converter.ts';
import { codeOf } from '../support/failure.ts';

const DONE = '{"event":"done","format":"webp","seconds":0.5}\n';

const job: ConversionJob = {
  engine: 'sharp',
  originalFormat: 'png',
  targetFormat: 'webp',
  quality: 'medium',
  options: {},
  secrets: {},
  source: Buffer.from('picture'),
  result: 'results/1',
};

/** Whatever a function may answer with, as events of the stream. */
type Answer = readonly (string | { ErrorCode: string; ErrorDetails?: string } | Error)[];

/** A converter whose engine functions answer so; how they were called is kept. */
function answering(
  answer: Answer,
  { size = 7, perAccount = false, inChunks = false, refusal = undefined as object | undefined } = {},
) {
  const calls: InvokeWithResponseStreamCommand['input'][] = [];
  async function* EventStream() {
    for (const event of answer) {
      if (event instanceof Error) throw event;
      if (typeof event === 'string') yield { PayloadChunk: { Payload: Buffer.from(event) } };
      else yield { InvokeComplete: event };
    }
  }
  const lambda = {
    send: async ({ input }: InvokeWithResponseStreamCommand) => {
      calls.push(input);
      if (refusal) throw Object.assign(new Error('refused'), refusal);
      return { $metadata: { requestId: 'request-1' }, EventStream: EventStream() };
    },
  } as unknown as LambdaClient;
  const files = {
    form: async (key: string) => ({ url: 'https://bucket', fields: { key } }),
    link: async (key: string) => `https://bucket/${key}?signed`,
    size: async () => (Number.isNaN(size) ? undefined : size),
  } as unknown as FileStore;
  const options = {
    functionName: (engine: string) => `function-of-${engine}`,
    perAccount,
    inChunks,
    engines: () => ['sharp', 'office'],
  };
  return { converter: new LambdaConverter(lambda, files, options), calls };
}

const callOf = ({ Payload }: InvokeWithResponseStreamCommand['input']) =>
  JSON.parse(Buffer.from(Payload as Uint8Array).toString()) as EngineCall;

describe('the engines on AWS', () => {
  it('are given the file, or a link to it, and a form for the result, and nothing else', async () => {
    const { converter, calls } = answering([DONE]);
    await converter.convert(job);
    await converter.convert({ ...job, source: { key: 'uploads/1', recheck: 'a.png' } });
    const order = { sourceFormat: 'png', targetFormat: 'webp', quality: 'medium', options: {} };
    const result = { url: 'https://bucket', fields: { key: 'results/1' } };
    const [first, second] = calls.map(callOf);
    expect(first).toEqual({ ...order, source: { bytes: Buffer.from('picture').toString('base64') }, result });
    expect(second).toEqual({ ...order, recheck: 'a.png', source: { url: 'https://bucket/uploads/1?signed' }, result });
    expect(calls.map(({ FunctionName, TenantId }) => [FunctionName, TenantId])).toEqual(
      Array(2).fill(['function-of-sharp', undefined]),
    );
  });

  it('may report parts for other engines only where that is requested', async () => {
    const parts = [{ place: 2, name: 'a.docx', format: 'docx', bytes: 7 }];
    const said = `${JSON.stringify({ ...JSON.parse(DONE), parts })}\n`;
    expect(await answering([said]).converter.convert({ ...job, parts: 'ask' })).toMatchObject({ parts });
    expect(await answering([said]).converter.convert(job)).not.toHaveProperty('parts');
  });

  it.each<[string, unknown]>([
    ['none', []],
    ['more than are converted', Array(61).fill({ place: 1, name: 'a', format: 'docx', bytes: 1 })],
    ['one of no size', [{ place: 1, name: 'a', format: 'docx', bytes: 0 }]],
    ['one of no format', [{ place: 1, name: 'a', format: 'constructor', bytes: 1 }]],
    ['one without a name', [{ place: 1, format: 'docx', bytes: 1 }]],
  ])('have failed where they name parts that cannot be: %s', async (_, parts) => {
    const said = `${JSON.stringify({ ...JSON.parse(DONE), parts })}\n`;
    expect(await codeOf(answering([said]).converter.convert({ ...job, parts: 'ask' }))).toBe('ENGINE_FAILED');
  });

  it('get the account of the job where they are isolated by accounts', async () => {
    const { converter, calls } = answering([DONE], { perAccount: true });
    await converter.convert(job);
    await converter.convert({ ...job, account: 'acme' });
    expect(calls.map(({ TenantId }) => TenantId)).toEqual(['anonymous', 'acme']);
  });

  it('are believed except for the size, which is that of the stored object', async () => {
    const lines = `{"event":"progress","percent":40}\n${DONE}`;
    const { converter } = answering([lines.slice(0, 20), lines.slice(20), { ErrorCode: '' }], { size: 1234 });
    const percents: number[] = [];
    const file = await converter.convert(job, { onProgress: (percent) => percents.push(percent) });
    expect(file).toEqual({ resultFormat: 'webp', conversionTime: 0.5, fileSize: 1234 });
    expect(percents).toEqual([40]);
  });

  it('plan the chunks of a video only where long videos are converted', async () => {
    const chunks = [0, 60].map((start) => ({ from: start, start }));
    const event = { event: 'failed', code: 'TOO_COMPLEX', message: 'm', detail: '', chunks };
    const said = `${JSON.stringify(event)}\n`;
    const stored = { ...job, source: { key: 'uploads/1' } };
    const { converter, calls } = answering([said], { inChunks: true });
    await expect(converter.convert(stored)).rejects.toMatchObject({ name: 'ConversionError', chunks });
    await answering([DONE], { inChunks: true }).converter.convert(job);
    expect(calls.map((call) => callOf(call).chunks)).toEqual([{ step: 'plan', seconds: 60, most: 120 }]);
    expect(await codeOf(answering([said]).converter.convert(stored))).toBe('TOO_COMPLEX');
  });

  it.each<[string, Answer, number]>([
    ['no result is stored', [DONE], Number.NaN],
    ['they end in the middle', ['{"event":"progress","percent":40}\n{"event":"do'], 7],
    ['they end badly after all was said', [DONE, { ErrorCode: 'Unhandled', ErrorDetails: 'it failed' }], 7],
    ['they end before they begin', [{ ErrorCode: 'Runtime.ExitError', ErrorDetails: 'signal: killed' }], 7],
    ['they cannot be reached', [new Error('throttled')], 7],
    ['they say a line without end', ['x'.repeat(100_000)], 7],
    ['they never stop saying something', Array(10_100).fill('{"event":"progress","percent":1}\n'), 7],
    ['they claim a code that is not theirs', ['{"event":"failed","code":"EXPIRED","message":"m","detail":""}\n'], 7],
  ])('have failed, by our fault, when %s', async (_, answer, size) => {
    expect(await codeOf(answering(answer, { size }).converter.convert(job))).toBe('ENGINE_FAILED');
  });

  it.each([
    ['Sandbox.Timedout', 'Task timed out after 150.00 seconds', 'ENGINE_TIMED_OUT'],
    ['Runtime.ExitError', 'Runtime exited with error: signal: killed', 'TOO_COMPLEX'],
    ['Runtime.ExitError', 'Runtime exited with error: exit status 134', 'ENGINE_FAILED'],
  ])('have ended with their function, by %s (%s): %s', async (ErrorCode, ErrorDetails, code) => {
    const { converter } = answering(['{"event":"progress","percent":0}\n', { ErrorCode, ErrorDetails }]);
    expect(await codeOf(converter.convert(job))).toBe(code);
  });

  it.each<[string, object]>([
    ['too many are running', { name: 'TooManyRequestsException', $metadata: { httpStatusCode: 429 } }],
    ['the function wakes up', { name: 'ResourceConflictException', $metadata: { httpStatusCode: 409 } }],
    ['its network is being made', { name: 'ENINotReadyException', $metadata: { httpStatusCode: 502 } }],
    ['EC2 throttles', { name: 'EC2ThrottledException', $metadata: { httpStatusCode: 502 } }],
    ['Lambda is out of order', { name: 'ServiceException', $metadata: { httpStatusCode: 500 } }],
    ['Lambda does not listen', { name: 'Error', code: 'ECONNREFUSED' }],
  ])('have not begun a job when %s', async (_, refusal) => {
    await expect(answering([], { refusal }).converter.convert(job)).rejects.toBeInstanceOf(NotBegun);
  });

  it.each<[string, object]>([
    ['the connection broke, and it may have begun', { name: 'Error', code: 'ECONNRESET' }],
    ['no answer came', { name: 'TimeoutError' }],
    ['there is no such function', { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } }],
    ['a key of its settings is disabled', { name: 'KMSDisabledException', $metadata: { httpStatusCode: 502 } }],
  ])('have failed when %s', async (_, refusal) => {
    expect(await codeOf(answering([], { refusal }).converter.convert(job))).toBe('ENGINE_FAILED');
  });

  it('have failed, and not been refused, when a call that was answered is throttled in the middle', async () => {
    const throttled = Object.assign(new Error('Rate Exceeded.'), { name: 'TooManyRequestsException' });
    expect(await codeOf(answering([throttled]).converter.convert(job))).toBe('ENGINE_FAILED');
  });

  it('are called once each, without a job, to be kept awake, and may be asleep', async () => {
    for (const refusal of [undefined, { name: 'ResourceNotReadyException' }]) {
      const { converter, calls } = answering([], { refusal });
      await converter.wake();
      expect(calls.map(({ FunctionName }) => FunctionName)).toEqual(['function-of-sharp', 'function-of-office']);
      expect(calls.map(callOf)).toEqual([{ wake: true }, { wake: true }]);
    }
  });

  it('have taken too long when their caller waits no longer', async () => {
    const { converter } = answering([new Error('aborted')]);
    expect(await codeOf(converter.convert(job, { signal: AbortSignal.abort() }))).toBe('ENGINE_TIMED_OUT');
  });
});
