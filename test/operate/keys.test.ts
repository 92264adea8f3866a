import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { admit } from '../../functions/callers/admit.ts';
import { isToken } from '../../functions/callers/api-key.ts';
import { PLANS } from '../../functions/callers/plans.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { DynamoKeys } from '../../functions/storage/callers/dynamo-keys.ts';
import { DynamoLimits } from '../../functions/storage/callers/dynamo-limits.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const PROGRAM = join(import.meta.dirname, '../../bin/keys.ts');

/** Runs the command as an operator does, against the table. */
async function keys(...args: string[]): Promise<{ lines: string[]; code: number; complaint: string }> {
  const full = [PROGRAM, ...args, '--table', readEnvironment(ENVIRONMENT.callersTable)];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, full);
    return { lines: stdout.trim().split('\n'), code: 0, complaint: '' };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { lines: [], code, complaint: stderr };
  }
}

/** Who comes with a key. */
async function enter(token = '') {
  const [client, table] = [new DynamoDBClient(), readEnvironment(ENVIRONMENT.callersTable)];
  const stores = { keys: new DynamoKeys(client, table), limits: new DynamoLimits(client, table) };
  const { caller } = await admit({ apiKey: token }, 'convert', { mode: 'required', plans: PLANS, ...stores });
  return caller;
}

describe('npm run keys', () => {
  it('makes a key that opens the door, and shows it once', async () => {
    const { lines } = await keys('create', '--account', 'acme', '--plan', 'pro', '--limits', '{"atOnce":3}');
    const [token = '', told] = lines;
    expect(isToken(token)).toBe(true);
    expect(told).toContain(`${token.slice(0, 9)}...  acme  "acme"  pro {"atOnce":3}  convert+usage+webhooks`);
    expect(await enter(token)).toMatchObject({ account: 'acme', plan: { ...PLANS.pro, atOnce: 3 } });
    const listed = (await keys('list', '--account', 'acme')).lines;
    expect(listed).toEqual([told]);
    expect(listed.join()).not.toContain(token);
  });

  it('disables and enables a key by what it begins with', async () => {
    const [token = ''] = (await keys('create', '--account', 'switched')).lines;
    const start = token.slice(0, 9);
    expect((await keys('disable', start)).lines[0]).toMatch(/disabled$/);
    await expect(enter(token)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await keys('enable', start)).lines[0]).toMatch(/for ever$/);
    expect(await enter(token)).toMatchObject({ account: 'switched' });
  });

  it('rotates a key: both are good for a while', async () => {
    const [old = ''] = (await keys('create', '--account', 'rotating', '--name', 'shop', '--scopes', 'convert')).lines;
    const [token = '', told = '', left = ''] = (await keys('rotate', old.slice(0, 9), '--grace', '12h')).lines;
    expect(told).toContain('rotating  "shop"  default  convert');
    expect(left).toMatch(/until \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
    expect([await enter(old), await enter(token)]).toMatchObject([{ account: 'rotating' }, { account: 'rotating' }]);
    await keys('rotate', token.slice(0, 9), '--grace', '0d');
    await expect(enter(token)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each([
    [['make'], /make is no command/],
    [['create'], /--account is missing/],
    [['create', '--account', 'Not A Name'], /is no account/],
    [['create', '--account', 'a', '--scopes', 'all'], /all is no scope/],
    [['create', '--account', 'a', '--limits', '{"speed":1}'], /speed/],
    [['create', '--account', 'a', '--expires', '2027-13-41'], /is no date/],
    [['disable', 'fc_nobody'], /No key begins with fc_nobody/],
  ])('tells what is wrong with %j', async (args, why) => {
    const { code, complaint } = await keys(...args);
    expect(code).toBe(2);
    expect(complaint).toMatch(why);
    expect(complaint).toContain('usage: npm run keys');
  });
});
