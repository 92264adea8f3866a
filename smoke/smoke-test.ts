import { setTimeout } from 'node:timers/promises';
import { SAMPLES, type Sample } from './samples.ts';

/** What came of one step. */
export interface Outcome {
  readonly name: string;
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
  /** What is wrong, if anything is. */
  readonly fault: string | undefined;
}

/** How long a conversion may take, in milliseconds: an engine that has not run for long has to start first. */
const PATIENCE = 120_000;
/** How long a request may take, in milliseconds. */
const REQUEST_TIME = 60_000;
const POLLING = 1000;

/** An answer in the envelope, as far as it matters here. */
interface Answer {
  readonly success: boolean;
  readonly error?: string;
  readonly code?: string;
  readonly data?: Record<string, unknown>;
}

/** What is tried, and as whom. */
export interface SmokeTestOptions {
  /** @default all */
  readonly engines?: readonly string[];
  /** @default none: where callers need one, all conversions fail */
  readonly apiKey?: string | undefined;
}

/**
 * Converts one small file with each engine through the public door of a service, and looks whether the result is right.
 * @param baseUrl where clients find the service; ends with /api/v1
 */
export async function* smokeTest(baseUrl: string, { engines, apiKey }: SmokeTestOptions = {}): AsyncGenerator<Outcome> {
  const credentials: Record<string, string> = apiKey ? { 'X-API-Key': apiKey } : {};
  const samples = SAMPLES.filter(({ engine }) => engines?.includes(engine) ?? true);
  const base = baseUrl.replace(/\/+$/, '');
  yield await attempt('health', async () => {
    const { data } = await ask(`${base}/health`);
    if (data?.status !== 'operational') throw new Error(`the status is ${data?.status}`);
  });
  for (const sample of samples) {
    yield await attempt(`${sample.engine}: ${sample.filename} to ${sample.target}`, () =>
      convert(base, sample, credentials),
    );
  }
  const [first] = samples;
  if (first) {
    yield await attempt(`queue: ${first.filename} to ${first.target}`, () =>
      convert(base, first, { ...credentials, Prefer: 'respond-async' }),
    );
  }
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

async function convert(base: string, sample: Sample, headers: Record<string, string> = {}): Promise<void> {
  const form = new FormData();
  form.set('target_format', sample.target);
  for (const [name, value] of Object.entries(sample.options ?? {})) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(sample.content)]), sample.filename);
  const { data = {} } = await ask(`${base}/convert`, { method: 'POST', body: form, headers });
  await ready(`${base}/status/${data.conversion_id}`, data.status);
  const download = new URL(String(data.download_url), base);
  const response = await fetch(download, { signal: AbortSignal.timeout(REQUEST_TIME) });
  if (response.status !== 200) throw new Error(`the download answers ${response.status}`);
  const fault = sample.fault(Buffer.from(await response.arrayBuffer()));
  if (fault) throw new Error(`the result is wrong: ${fault}`);
  const again = await fetch(download, { signal: AbortSignal.timeout(REQUEST_TIME) });
  if (again.status !== 404) throw new Error(`the file can be had twice (${again.status})`);
}

async function ready(address: string, status: unknown): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (let now = status; now !== 'ready'; now = (await ask(address)).data?.status) {
    if (now !== 'processing') throw new Error(`the conversion is ${now}`);
    if (Date.now() > until) throw new Error(`the conversion has not ended after ${PATIENCE / 1000} seconds`);
    await setTimeout(POLLING);
  }
}

async function ask(address: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(REQUEST_TIME) });
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
