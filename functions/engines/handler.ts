import { mkdirSync } from 'node:fs';
import { engineNamed } from '../conversion/catalogue.ts';
import type { EngineCall, WakeCall } from '../conversion/engine-call.ts';
import type { EngineEvent } from '../conversion/engine-events.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { HostPool } from '../sandbox/host-pool.ts';
import { performCall } from './perform-call.ts';

/** The interval of progress events, in milliseconds: a silent connection is taken for a lost one. */
const HEARTBEAT = 5000;

/** The folder of the hosts. */
const HOSTS = '/tmp/hosts';

const pool = openPool();

/** The engine's Lambda function: it takes a job and streams its events as lines of JSON. */
export const handler = awslambda.streamifyResponse<EngineCall | WakeCall>(async (call, stream) => {
  if ('wake' in call) return void stream.end();
  let percent = 0;
  const send = (event: EngineEvent) => stream.write(`${JSON.stringify(event)}\n`);
  const beat = call.endOnly ? undefined : setInterval(() => send({ event: 'progress', percent }), HEARTBEAT);
  const onProgress = (now: number) => {
    percent = now;
    send({ event: 'progress', percent });
  };
  send(await performCall(call, pool, call.endOnly ? undefined : onProgress));
  clearInterval(beat);
  // Lambda freezes the process after the response: the job's files are removed before.
  await pool.settled();
  stream.end();
});

/** Starts the first host during Lambda's init phase, so that the first job finds it running. */
function openPool(): HostPool {
  const engine = engineNamed(readEnvironment(ENVIRONMENT.engine));
  mkdirSync(HOSTS, { recursive: true });
  // An execution environment gets one call at a time.
  const hosts = new HostPool(engine, { folder: HOSTS, size: 1 });
  hosts.warmUp().catch(() => undefined); // the first job reports the error
  return hosts;
}
