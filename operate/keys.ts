import { parseArgs } from 'node:util';
import { type ApiKey, SCOPES, type Scope } from '../functions/callers/api-key.ts';
import { makeKey } from '../functions/callers/make-key.ts';
import { checkPlan, type Plan } from '../functions/callers/plans.ts';
import type { KeyStore } from '../functions/callers/stores.ts';

/** A command is wrong. */
export class KeysError extends Error {}

export const USAGE = `usage: npm run keys -- COMMAND [options] --table NAME

  create --account ACCOUNT   a key for an account; it is shown once
  list [--account ACCOUNT]   all keys, by what they begin with
  disable START              what a key begins with, as listed: it is refused from now on
  enable START
  rotate START               another key with the same plan and scopes; the old one works for --grace longer

  --name TEXT       what it is for                          [the account]
  --plan NAME       its plan                                [default]
  --limits JSON     limits that replace those of its plan, as {"atOnce": 5}
  --scopes LIST     of ${SCOPES.join(', ')}       [all]
  --expires WHEN    90d, 12h, or a date as 2027-01-31       [never]
  --grace TIME      as 7d, 12h; 0d: none                    [7d]
  --table NAME      the table of callers, as the deployment put it out [CALLERS_TABLE]

A key that was just disabled may pass for another minute.`;

const OPTIONS = {
  account: { type: 'string' },
  name: { type: 'string' },
  plan: { type: 'string' },
  limits: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  grace: { type: 'string' },
  table: { type: 'string' },
} as const;

type Values = { readonly [option in keyof typeof OPTIONS]?: string };

/** A parsed command. */
export interface KeysCommand {
  readonly command: string;
  /** The beginning of a key, as `list` shows it. */
  readonly start: string | undefined;
  readonly values: Values;
}

/** @throws KeysError */
export function readCommand(args: readonly string[]): KeysCommand {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [command = '', start, ...rest] = positionals;
    if (rest.length > 0) throw new Error(`${rest.join(' ')} is too much`);
    return { command, start, values };
  } catch (error) {
    throw new KeysError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Makes and changes keys.
 * @returns the lines to print for the operator
 * @throws KeysError
 */
export async function runKeys({ command, start, values }: KeysCommand, keys: KeyStore): Promise<string[]> {
  switch (command) {
    case 'create':
      return create(values, keys);
    case 'list':
      return (await keys.list(values.account)).map(describe);
    case 'disable':
    case 'enable':
      return change(await findKey(start, keys), { disabled: command === 'disable' }, keys);
    case 'rotate':
      return rotate(await findKey(start, keys), values, keys);
    default:
      throw new KeysError(command ? `${command} is no command` : 'There is no command');
  }
}

async function create(values: Values, keys: KeyStore): Promise<string[]> {
  const { account, name, plan } = values;
  if (!account) throw new KeysError('--account is missing');
  try {
    const expiresAt = values.expires === undefined ? undefined : readTime(values.expires);
    const made = makeKey({ account, name, plan, expiresAt, scopes: readScopes(values), limits: readLimits(values) });
    await keys.put(made.key);
    return [made.token, describe(made.key)];
  } catch (error) {
    throw error instanceof KeysError ? error : new KeysError(error instanceof Error ? error.message : String(error));
  }
}

async function change(key: ApiKey, changes: Partial<ApiKey>, keys: KeyStore): Promise<string[]> {
  const changed = { ...key, ...changes };
  await keys.put(changed);
  return [describe(changed)];
}

async function rotate(old: ApiKey, { grace = '7d' }: Values, keys: KeyStore): Promise<string[]> {
  const { token, key } = makeKey({ ...old, expiresAt: undefined });
  await keys.put(key);
  const until = Date.now() + readSpan(grace);
  const changed = await change(old, { expiresAt: Math.min(until, old.expiresAt ?? until) }, keys);
  return [token, describe(key), ...changed];
}

async function findKey(start: string | undefined, keys: KeyStore): Promise<ApiKey> {
  if (!start) throw new KeysError('What does the key begin with? See list.');
  const found = (await keys.list()).filter((key) => key.start === start);
  const [key] = found;
  if (key && found.length === 1) return key;
  throw new KeysError(key ? `${found.length} keys begin with ${start}` : `No key begins with ${start}`);
}

function readScopes({ scopes }: Values): readonly Scope[] | undefined {
  return scopes?.split(',').map((word) => {
    const scope = SCOPES.find((known) => known === word.trim());
    if (scope) return scope;
    throw new KeysError(`${word} is no scope: there are ${SCOPES.join(', ')}`);
  });
}

function readLimits({ limits }: Values): Plan | undefined {
  if (limits === undefined) return undefined;
  const plan: unknown = JSON.parse(limits);
  checkPlan('--limits', plan);
  return plan;
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };

/** @returns milliseconds */
function readSpan(text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const length = UNITS[unit];
  if (count && length) return Number(count) * length;
  throw new KeysError(`${text} is no time: write 12h or 7d`);
}

/** @returns milliseconds since the epoch */
function readTime(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return Date.now() + readSpan(text);
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time)) throw new KeysError(`${text} is no date`);
  return time;
}

function describe({ start, account, name, plan, limits, scopes, createdAt, expiresAt, disabled }: ApiKey): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  const state = disabled ? 'disabled' : expiresAt === undefined ? 'for ever' : `until ${day(expiresAt)}`;
  const terms = `${plan}${limits ? ` ${JSON.stringify(limits)}` : ''}`;
  return [`${start}...`, account, JSON.stringify(name), terms, scopes.join('+'), day(createdAt), state].join('  ');
}
