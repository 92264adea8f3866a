import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Gate } from '../../functions/callers/admit.ts';
import { SCOPES } from '../../functions/callers/api-key.ts';
import { anonymous, type Caller } from '../../functions/callers/caller.ts';
import { makeKey } from '../../functions/callers/make-key.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { keyedEndpoint } from '../../functions/http/keyed-endpoint.ts';
import { success } from '../../functions/http/reply.ts';

afterEach(() => vi.unstubAllEnvs());

const FORGED = '203.0.113.9';
const SEEN = '192.0.2.7';
const OF_CLOUDFRONT = '198.51.100.1';

const { token, key } = makeKey({ account: 'acme' });
const limits = {
  pass: async () => ({ passed: true, remaining: 1, reset: 0, retryAfter: 0 }),
} as unknown as Extract<Gate, { mode: 'optional' }>['limits'];
const keyed = { plans: { anonymous: { requestsPerSecond: 1 } }, keys: { find: async () => key }, limits };
const GATES: readonly Gate[] = [{ mode: 'off' }, { mode: 'optional', ...keyed }, { mode: 'required', ...keyed }];

/** Who a request is taken for, and how it is answered. */
async function ask(gate: Gate, scope: (typeof SCOPES)[number], headers: Record<string, string>, sourceIp: string) {
  let taken: Caller | undefined;
  const handler = keyedEndpoint(
    scope,
    () => gate,
    (_, caller) => {
      taken = caller;
      return success('Done', {});
    },
  );
  const event = { httpMethod: 'POST', headers, requestContext: { requestId: 'test', identity: { sourceIp } } };
  const { statusCode } = await handler(event as unknown as APIGatewayProxyEvent);
  return { statusCode, name: taken?.name };
}

const nameOf = (address: string) => anonymous(address, undefined).name;

/** Every key mode with every scope that a route asks for. */
const CASES = GATES.flatMap((gate) => SCOPES.map((scope) => ({ gate, scope, keys: gate.mode })));

describe.each(CASES)('a forged X-Caller-Address, where keys are $keys, for $scope', ({ gate, scope, keys }) => {
  const open = keys === 'off' || (keys === 'optional' && scope === 'convert');

  it('is not believed without an edge', async () => {
    const { statusCode, name } = await ask(gate, scope, { 'X-Caller-Address': FORGED }, SEEN);
    expect([statusCode, name]).toEqual(open ? [200, nameOf(SEEN)] : [401, undefined]);
  });

  it('is not believed past the edge', async () => {
    vi.stubEnv(ENVIRONMENT.originKeys, 'current');
    for (const guess of [{}, { 'x-origin-key': 'guess' }] as Record<string, string>[]) {
      const headers = { ...guess, 'X-Caller-Address': FORGED };
      expect(await ask(gate, scope, headers, SEEN)).toEqual({ statusCode: 403, name: undefined });
    }
  });

  it('does not matter to a caller with a key', async () => {
    if (keys === 'off') return;
    const headers = { 'X-API-Key': token, 'X-Caller-Address': FORGED };
    expect(await ask(gate, scope, headers, SEEN)).toEqual({ statusCode: 200, name: 'acme' });
  });

  it('is not what the edge sends, which alone is believed', async () => {
    vi.stubEnv(ENVIRONMENT.originKeys, 'current');
    const headers = { 'x-origin-key': 'current', 'x-caller-address': SEEN };
    const { statusCode, name } = await ask(gate, scope, headers, OF_CLOUDFRONT);
    expect([statusCode, name]).toEqual(open ? [200, nameOf(SEEN)] : [401, undefined]);
  });
});
