import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Plan } from './plans.ts';

/** What a key can be good for. `convert`: conversions and the list of one's own; the others are what they are called. */
export const SCOPES = ['convert', 'usage', 'webhooks'] as const;

export type Scope = (typeof SCOPES)[number];

/** What is kept of a key: never the key itself. Times are milliseconds since the epoch. */
export interface ApiKey {
  /** By which it is found. */
  readonly digest: string;
  /** What it begins with, to tell it from others. */
  readonly start: string;
  readonly account: string;
  /** What the operator calls it. */
  readonly name: string;
  /** The name of the plan. */
  readonly plan: string;
  /** In the place of those of the plan. */
  readonly limits?: Plan | undefined;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly disabled?: boolean | undefined;
}

/** How keys begin: programs that look for secrets in code know them by it. */
const PREFIX = 'fc_';
const RANDOM = 30;
const CHECK = 6;
const SHOWN = PREFIX.length + 6;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM + CHECK}}$`);

/** Makes a key: 178 random bits and a checksum, so that a mistyped one is recognised without a lookup. */
export function newToken(): string {
  const random = Array.from({ length: RANDOM }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `${PREFIX}${random}${checksum(random)}`;
}

/** Whether a text can be a key of ours; anything else is never looked up. */
export function isToken(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  return text.slice(-CHECK) === checksum(text.slice(PREFIX.length, -CHECK));
}

/** The digest under which a key is stored. A plain hash is enough, since a random key cannot be found by trying. */
export function digestOf(token: string): string {
  return hash('sha256', token);
}

/** What may be shown of a key. */
export function startOf(token: string): string {
  return token.slice(0, SHOWN);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let count = 0; count < CHECK; count += 1) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** A name of an account: it stands in logs, queues and links as it is. */
const ACCOUNT = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** How the names begin that stand for addresses; no account has such a name. */
export const ANONYMOUS_PREFIX = 'anonymous-';

/** Whether a text can be the name of an account. */
export function isAccountName(text: string): boolean {
  return ACCOUNT.test(text) && !text.startsWith(ANONYMOUS_PREFIX);
}
