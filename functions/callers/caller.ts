import { hash } from 'node:crypto';
import { ANONYMOUS_PREFIX, type ApiKey } from './api-key.ts';
import { ANONYMOUS_PLAN, DEFAULT_PLAN, type Plan, type Plans } from './plans.ts';

/** Who sends a request, as far as it matters. */
export interface Caller {
  /** The account, or what stands for the address: under this name limits are counted, and jobs wait in one line. */
  readonly name: string;
  /** @default none: the request came without a key */
  readonly account?: string | undefined;
  /** What the plan of the account is called. @default the caller has no account */
  readonly planName?: string | undefined;
  readonly plan: Plan;
}

/** What a request says of who sends it. */
export interface Visitor {
  /** The header `Authorization`. */
  readonly authorization?: string | undefined;
  /** The header `X-API-Key`. */
  readonly apiKey?: string | undefined;
  /** The address from which it comes, where that is known. */
  readonly address?: string | undefined;
}

/** The caller that has a key. */
export function callerWith({ account, plan, limits }: ApiKey, plans: Plans): Caller {
  return { name: account, account, planName: plan, plan: { ...(plans[plan] ?? plans[DEFAULT_PLAN]), ...limits } };
}

/** Who comes without a key. @param plans undefined where nothing is limited */
export function anonymous(address: string | undefined, plans: Plans | undefined): Caller {
  return { name: anonymousName(address), plan: plans?.[ANONYMOUS_PLAN] ?? {} };
}

/** What stands for an address. */
function anonymousName(address: string | undefined): string {
  return `${ANONYMOUS_PREFIX}${hash('sha256', placeOf(address)).slice(0, 16)}`;
}

/** An address, or of IPv6, where everybody has many, its network. */
export function placeOf(address = 'unknown'): string {
  return address.includes(':') ? networkOf(address) : address;
}

/** The first 64 bits of an address of IPv6, in one spelling; an address of IPv4 that is written so, as it is. */
function networkOf(address: string): string {
  const url = `http://[${address.replace(/%.*$/s, '')}]`;
  const spelled = URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
  if (spelled.startsWith('::ffff:')) return spelled;
  const [head = '', tail = ''] = spelled.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const missing = Math.max(0, 8 - groups(head).length - groups(tail).length);
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)].slice(0, 4).join(':');
}
