import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { POSSIBLE } from './account/use-account.ts';
import { ExecutionEnvironment } from './lambda/execution-environment.ts';
import { FunctionPool } from './lambda/function-pool.ts';
import type { FunctionFailure } from './lambda/invocation.ts';
import type { DeployedFunction } from './template/deployed-functions.ts';
import type { Workbench } from './workbench.ts';

const FUNCTION: DeployedFunction = {
  path: 'Probe',
  name: 'probe',
  arn: 'arn:aws:lambda:us-east-1:123456789012:function:probe',
  role: 'ProbeRole',
  code: join(import.meta.dirname, 'probes/function'),
  layers: [],
  handler: 'index.handler',
  environment: {},
  memory: 256,
  scratch: 512,
  timeout: 2,
  logGroup: 'probe',
  inVpc: false,
  tenants: false,
};

const STREAMING: DeployedFunction = { ...FUNCTION, path: 'Streaming', handler: 'index.streaming' };

describe.skipIf(!POSSIBLE)('the imitation of Lambda', () => {
  const session = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' };
  const pool = new FunctionPool(
    (fn) => new ExecutionEnvironment({ fn, session, workbench: inject('workbench') as Workbench, services: {} }),
  );
  afterAll(() => pool.stop());

  const call = (fn: DeployedFunction, deed: string) => pool.invoke(fn, Buffer.from(JSON.stringify({ deed })));
  const failureOf = (answer: Promise<unknown>) =>
    answer.then(
      () => undefined,
      (error: FunctionFailure) => error.details,
    );

  it('passes a function its event and context, and its response to the caller', async () => {
    const { content } = await call(FUNCTION, 'answer');
    const answer = JSON.parse(await text(content));
    expect(answer).toMatchObject({ event: { deed: 'answer' }, name: 'probe' });
    expect(answer.left).toBeGreaterThan(1000);
  });

  it('reports an error, and invokes the same environment again', async () => {
    expect(await failureOf(call(FUNCTION, 'throw'))).toMatchObject({ errorType: 'RangeError', errorMessage: 'thrown' });
    const environments = [...pool.environmentsOf(FUNCTION)];
    await Promise.all(environments.map((environment) => environment.rest()));
    await text((await call(FUNCTION, 'answer')).content);
    expect(pool.environmentsOf(FUNCTION)).toEqual(environments);
  });

  it.each([
    ['exit', { errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited with status 3' }],
    ['hang', { errorType: 'Sandbox.Timedout' }],
  ])('ends an environment when its function does this: %s', async (deed, failure) => {
    expect(await failureOf(call(FUNCTION, deed))).toMatchObject(failure);
    await text((await call(FUNCTION, 'answer')).content);
  });

  it('takes an answer as it is written, with its head', async () => {
    const { content, contentType, error } = await call(STREAMING, 'whole');
    expect(contentType).toBe('application/vnd.awslambda.http-integration-response');
    const head = JSON.stringify({ statusCode: 201, headers: { A: 'b' } });
    expect(await text(content)).toBe(`${head}${'\0'.repeat(8)}first second`);
    expect(error()).toBeUndefined();
  });

  it('reports an error before a response, and in the middle of one', async () => {
    expect(await failureOf(call(STREAMING, 'throw at once'))).toMatchObject({ errorType: 'RangeError' });
    const { content, error } = await call(STREAMING, 'throw later');
    expect(await text(content)).toBe('first');
    expect(error()).toMatchObject({ errorType: 'RangeError', errorMessage: 'thrown' });
  });

  it('does not take an answer for whole that was broken off', async () => {
    const { content } = await call(STREAMING, 'break off');
    await expect(text(content)).rejects.toThrow('aborted');
    expect(await text((await call(STREAMING, 'whole')).content)).toContain('second');
  });
});
