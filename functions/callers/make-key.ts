import { type ApiKey, digestOf, isAccountName, newToken, SCOPES, type Scope, startOf } from './api-key.ts';
import { DEFAULT_PLAN, type Plan } from './plans.ts';

/** What a key is to be. */
export interface KeySettings {
  readonly account: string;
  /** @default the account's */
  readonly name?: string | undefined;
  /** @default 'default' */
  readonly plan?: string | undefined;
  /** @default none of its own */
  readonly limits?: Plan | undefined;
  /** @default all */
  readonly scopes?: readonly Scope[] | undefined;
  /** Milliseconds since the epoch. @default never */
  readonly expiresAt?: number | undefined;
}

/** A new key. */
export interface NewKey {
  /** The key itself: nothing keeps it, so that it has to be shown now. */
  readonly token: string;
  readonly key: ApiKey;
}

/** Makes a key. @throws Error when the name of the account is none */
export function makeKey({ account, name = account, plan = DEFAULT_PLAN, ...rest }: KeySettings): NewKey {
  if (!isAccountName(account))
    throw new Error(`${account} is no account: use up to 63 of a to z, 0 to 9 and -, not "anonymous-..."`);
  const { limits, scopes = SCOPES, expiresAt } = rest;
  const token = newToken();
  const key: ApiKey = {
    digest: digestOf(token),
    start: startOf(token),
    account,
    name,
    plan,
    scopes: [...scopes],
    createdAt: Date.now(),
    ...(limits && { limits }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  return { token, key };
}
