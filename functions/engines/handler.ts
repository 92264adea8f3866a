import { mkdirSync } from 'node:fs';
import type { EngineCall, WakeCall } from '../conversion/engine-call.ts';
import type { EngineEvent } from '../conversion/engine-events.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { HostPool } from '../sandbox/host-pool.ts';
import { ENGINES } from './index.ts';
import { performCall } from './perform-call.ts';

/** How often something is said at least, in milliseconds: a silent connection is taken for a lost one. */
const HEARTBEAT = 5000;

/** Where hosts have their folders. */
const HOSTS = '/tmp/hosts';

const pool = openPool();

/** The engine side on AWS: a job comes with the call, and what is said of it goes back as lines of JSON. */
export const handler = awslambda.streamifyResponse<EngineCall | WakeCall>(async (call, stream) => {
  if ('wake' in call) return void stream.end();
  let percent = 0;
  const say = (event: EngineEvent) => stream.write(`${JSON.stringify(event)}\n`);
  const beat = call.endOnly ? undefined : setInterval(() => say({ event: 'progress', percent }), HEARTBEAT);
  const onProgress = (now: number) => {
    percent = now;
    say({ event: 'progress', percent });
  };
  say(await performCall(call, pool, call.endOnly ? undefined : onProgress));
  clearInterval(beat);
  // Lambda lets nothing go on after the answer: what is left of the job is removed before.
  await pool.settled();
  stream.end();
});

/** Starts the first host while Lambda still initialises the function: the first job then finds it running. */
function openPool(): HostPool {
  const name = readEnvironment(ENVIRONMENT.engine);
  const engine = ENGINES.find((candidate) => candidate.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  mkdirSync(HOSTS, { recursive: true });
  // One environment is given one call at a time.
  const hosts = new HostPool(engine, { folder: HOSTS, size: 1 });
  hosts.warmUp().catch(() => undefined); // told to the first job
  return hosts;
}
