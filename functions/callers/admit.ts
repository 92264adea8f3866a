import { ConversionError } from '../conversion/errors.ts';
import { type ApiKey, digestOf, isToken, type Scope, startOf } from './api-key.ts';
import { anonymous, type Caller, callerWith, type Visitor } from './caller.ts';
import type { KeyMode } from './key-modes.ts';
import type { Plans } from './plans.ts';
import type { KeyStore, LimitStore, RateState } from './stores.ts';

/** How callers are authenticated and limited. */
export type Gate = OpenGate | KeyedGate;

interface OpenGate {
  readonly mode: 'off';
}

interface KeyedGate {
  readonly mode: Exclude<KeyMode, 'off'>;
  readonly plans: Plans;
  readonly keys: Pick<KeyStore, 'find'>;
  readonly limits: LimitStore;
}

/** The caller of a request, and whether it is admitted. */
export interface Admission {
  readonly caller: Caller;
  /** The state of the caller's rate limit, where it has one. */
  readonly rate?: RateState | undefined;
  /** Why the request is refused, if it is. */
  readonly refusal?: ConversionError | undefined;
}

/**
 * Authenticates the caller of a request, and counts the request.
 * @throws ConversionError UNAUTHORIZED (a key is needed, or it is none) or FORBIDDEN (disabled, expired, not for this)
 */
export async function admit(visitor: Visitor, scope: Scope, gate: Gate): Promise<Admission> {
  if (gate.mode === 'off') return { caller: anonymous(visitor.address, undefined) };
  const caller = await identify(visitor, scope, gate);
  const { requestsPerSecond, burst = 1 } = caller.plan;
  if (requestsPerSecond === undefined) return { caller };
  const rate = await gate.limits.pass(caller.name, { requestsPerSecond, burst });
  return { caller, rate, ...(!rate.passed && { refusal: tooFast(caller, rate) }) };
}

/** Whether a visitor is admitted at all, in any scope: decided before the body is read, and without counting the request. */
export async function isAdmitted(visitor: Visitor, gate: Gate): Promise<boolean> {
  const token = tokenOf(visitor);
  if (gate.mode === 'off' || token === undefined) return gate.mode !== 'required';
  return isToken(token) && (await gate.keys.find(digestOf(token))) !== undefined;
}

async function identify(visitor: Visitor, scope: Scope, gate: KeyedGate): Promise<Caller> {
  const token = tokenOf(visitor);
  if (token !== undefined) return callerWith(await validKey(token, scope, gate), gate.plans);
  if (gate.mode === 'optional' && scope === 'convert') return anonymous(visitor.address, gate.plans);
  throw keyNeeded();
}

/** The account of a caller, for what only an account has. @throws ConversionError UNAUTHORIZED when it came without a key */
export function accountOf({ account }: Pick<Caller, 'account'>): string {
  if (account === undefined) throw keyNeeded();
  return account;
}

function keyNeeded(): ConversionError {
  const message =
    'This needs an API key. Send it as "Authorization: Bearer fc_..." or "X-API-Key: fc_..."; whoever runs this service gives keys out.';
  return new ConversionError('UNAUTHORIZED', message);
}

/** The key that a request has, if it has any. */
function tokenOf({ authorization, apiKey }: Visitor): string | undefined {
  if (apiKey !== undefined) return apiKey.trim();
  if (authorization === undefined) return undefined;
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/, 3);
  // Other schemes are not ours to judge, and none of them is a key.
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : '';
}

async function validKey(token: string, scope: Scope, { keys }: KeyedGate): Promise<ApiKey> {
  const key = isToken(token) ? await keys.find(digestOf(token)) : undefined;
  if (!key) throw new ConversionError('UNAUTHORIZED', 'This API key is unknown. Check that all of it was sent.');
  const shown = `The API key ${startOf(token)}...`;
  if (key.disabled) throw new ConversionError('FORBIDDEN', `${shown} is disabled.`);
  if (key.expiresAt !== undefined && key.expiresAt <= Date.now())
    throw new ConversionError('FORBIDDEN', `${shown} expired at ${new Date(key.expiresAt).toISOString()}.`);
  if (!key.scopes.includes(scope))
    throw new ConversionError('FORBIDDEN', `${shown} is not for this: it lacks the scope "${scope}".`);
  return key;
}

function tooFast({ plan }: Caller, { retryAfter }: RateState): ConversionError {
  const seconds = Math.max(1, Math.ceil(retryAfter / 1000));
  const message = `Too many requests: ${plan.requestsPerSecond} a second are allowed, ${plan.burst ?? 1} at once after a pause. Try again in ${seconds} s.`;
  return new ConversionError('RATE_LIMITED', message, { retryAfter: seconds });
}
