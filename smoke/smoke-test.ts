import { setTimeout } from 'node:timers/promises';
import { largeSample, SAMPLES, type Sample } from './samples.ts';

/** The outcome of a step. */
export interface Outcome {
  readonly name: string;
  readonly milliseconds: number;
  /** What failed, if anything did. */
  readonly fault: string | undefined;
}

/** The time limit of a conversion, in milliseconds: it includes a cold start. */
const CONVERSION_TIMEOUT = 120_000;
/** The time limit of a request, in milliseconds. */
const REQUEST_TIMEOUT = 60_000;
const POLLING_INTERVAL = 1000;

/** The used fields of the response envelope. */
interface Answer {
  readonly success: boolean;
  readonly error?: string;
  readonly code?: string;
  readonly data?: Record<string, unknown>;
}

export interface SmokeTestOptions {
  /** The engines to test. @default all */
  readonly engines?: readonly string[];
  /** @default none: where the service requires a key, all conversions fail */
  readonly apiKey?: string | undefined;
}

/** Sends a file. @returns the record of its conversion */
type Send = (base: string, sample: Sample, headers: Readonly<Record<string, string>>) => Promise<Answer['data']>;

/**
 * Tests every lane of a service by its public address: converts a small file with each engine, one by the queue, one by an
 * upload form, and one with a large source and result; and checks the results.
 * @param baseUrl the public address of the service; ends with /api/v1
 */
export async function* smokeTest(baseUrl: string, { engines, apiKey }: SmokeTestOptions = {}): AsyncGenerator<Outcome> {
  const credentials: Record<string, string> = apiKey ? { 'X-API-Key': apiKey } : {};
  const base = baseUrl.replace(/\/+$/, '');
  const isTested = ({ engine }: Sample) => engines?.includes(engine) ?? true;
  const samples = SAMPLES.filter(isTested);
  const step = (lane: string, sample: Sample, send: Send, headers = {}) =>
    attempt(`${lane}: ${sample.filename} to ${sample.target}`, () =>
      convert(base, sample, send, { ...credentials, ...headers }),
    );

  yield await attempt('health', async () => {
    const { data } = await ask(`${base}/health`);
    if (data?.status !== 'operational') throw new Error(`the status is ${data?.status}`);
  });
  for (const sample of samples) yield await step(sample.engine, sample, post);
  const [first] = samples;
  if (first) {
    yield await step('queue', first, post, { Prefer: 'respond-async' });
    yield await step('form', first, upload);
  }
  const large = largeSample();
  if (isTested(large)) yield await step('large', large, takesLargeBodies(base) ? post : upload);
}

/** Without CloudFront, API Gateway only accepts bodies that fit into an event. */
function takesLargeBodies(base: string): boolean {
  return !/\.execute-api\./.test(new URL(base).hostname);
}

async function attempt(name: string, step: () => Promise<void>): Promise<Outcome> {
  const started = performance.now();
  const fault = await step().then(
    () => undefined,
    (error: Error) =>
      [error.message, error.cause instanceof Error ? error.cause.message : ''].filter(Boolean).join(': '),
  );
  return { name, milliseconds: Math.round(performance.now() - started), fault };
}

const post: Send = async (base, sample, headers) => {
  const fields = { target_format: sample.target, ...sample.options };
  return (await ask(`${base}/convert`, { method: 'POST', body: formOf(sample, fields), headers })).data;
};

const upload: Send = async (base, sample, headers) => {
  const { filename, target, options } = sample;
  const body = JSON.stringify({ filename, target_format: target, ...options });
  const { data } = await ask(`${base}/uploads`, { method: 'POST', body, headers });
  const form = formOf(sample, data?.fields as Record<string, string>);
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
  const { status } = await fetch(String(data?.url), { method: 'POST', body: form, signal });
  if (status >= 300) throw new Error(`the bucket answers ${status} to the form`);
  return data;
};

/** A form as browsers send it: the file comes last. */
function formOf({ content, filename }: Sample, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(content)]), filename);
  return form;
}

async function convert(
  base: string,
  sample: Sample,
  send: Send,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const data = (await send(base, sample, headers)) ?? {};
  await ready(`${base}/status/${data.conversion_id}`, data.status);
  const download = new URL(String(data.download_url), base);
  const response = await fetch(download, { signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  if (response.status !== 200) throw new Error(`the download answers ${response.status}`);
  const fault = sample.fault(Buffer.from(await response.arrayBuffer()));
  if (fault) throw new Error(`the result is wrong: ${fault}`);
  const again = await fetch(download, { signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  if (again.status !== 404) throw new Error(`the file can be had twice (${again.status})`);
}

async function ready(address: string, status: unknown): Promise<void> {
  const until = Date.now() + CONVERSION_TIMEOUT;
  for (let now = status; now !== 'ready'; now = (await ask(address)).data?.status) {
    if (now !== 'processing') throw new Error(`the conversion is ${now}`);
    if (Date.now() > until) throw new Error(`the conversion has not ended after ${CONVERSION_TIMEOUT / 1000} seconds`);
    await setTimeout(POLLING_INTERVAL);
  }
}

async function ask(address: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  const text = await response.text();
  const answer = parse(text);
  if (!answer) throw new Error(`${response.status}, and no envelope: ${text.slice(0, 100)}`);
  if (!answer.success) throw new Error(`${response.status} ${answer.code}: ${answer.error}`);
  return answer;
}

function parse(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}
