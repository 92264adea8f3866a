import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { constructId } from '../../lib/engines/construct-id.ts';
import { everything } from '../../lib/policies/everything.ts';
import { policiesPage } from '../../lib/policies/policies-page.ts';
import { nameOf, spell, statementsOf } from '../../lib/policies/roles.ts';
import { wholeTemplate } from '../../lib/policies/whole-template.ts';
import { matches, type Statement } from '../rehearsal/policies/statement.ts';

const resources = wholeTemplate(everything().stack);

/** What there is to be touched, by what it is called here: a resource as the policies name it, and of a table its key. */
const THINGS: Readonly<Record<string, readonly [resource: string, key?: string]>> = {
  records: ['[Storage/Conversions]', '6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b'],
  keys: ['[Storage/Callers/Table]', 'key#digest'],
  rates: ['[Storage/Callers/Table]', 'rate#acme'],
  use: ['[Storage/Callers/Table]', 'use#acme#2026-11'],
  webhooks: ['[Storage/Callers/Table]', 'webhooks#acme'],
  strange: ['[Storage/Callers/Table]', 'strange#acme'],
  ledger: ['[Storage/Callers/Ledger/Table]', '6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b'],
  stored: ['[Storage/Conversions]/index/stored-files', '7'],
  own: ['[Storage/Conversions]/index/own-conversions', 'acme'],
  days: ['[Storage/Callers/Ledger/Table]/index/days', '2026-11-21#7'],
  bucket: ['[Storage/Files]'],
  sources: ['[Storage/Files]/sources/sharp/1'],
  uploads: ['[Storage/Files]/uploads/1'],
  results: ['[Storage/Files]/results/1'],
  elsewhere: ['[Storage/Files]/elsewhere/1'],
  dropped: ['[Others]/in1/1'],
  converted: ['[Others]/out1/1'],
};

const DYNAMO = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan', 'BatchGetItem', 'BatchWriteItem'];
const S3 = ['GetObject', 'PutObject', 'DeleteObject', 'ListBucket', 'GetObjectVersion', 'PutObjectAcl'];
const ACTIONS = [...DYNAMO.map((name) => `dynamodb:${name}`), ...S3.map((name) => `s3:${name}`)];

const ROLES = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
const byName = new Map(ROLES.map(([id]) => [nameOf(resources, id), statements(id)]));

/** The statements of a role, with names in the place of references. */
function statements(role: string): Statement[] {
  return statementsOf(resources, role).map(({ Resource, Condition, ...statement }) => ({
    ...statement,
    Resource: [Resource].flat().map((one) => spell(resources, one)),
    ...(Condition && { Condition: JSON.parse(JSON.stringify(Condition, (_, value) => spelled(value))) }),
  }));
}

function spelled(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'Fn::GetAtt' in value ? spell(resources, value) : value;
}

/** Whether a role may do something, as the code of a function that is called by Lambda. */
function may(role: string, action: string, resource: string, key?: string): boolean {
  const context = {
    ...(key !== undefined && { 'dynamodb:LeadingKeys': key }),
    'lambda:SourceFunctionArn': `[${role}]`,
  };
  const said = (byName.get(role) ?? []).filter((one) => matches(one, { action, resource, context }));
  return said.length > 0 && said.every(({ Effect }) => Effect === 'Allow');
}

/** What a role may touch, and how: `results: Get, Put`. */
function touches(role: string): Record<string, string> {
  const all = Object.entries(THINGS).map(([thing, [resource, key]]) => {
    const actions = ACTIONS.filter((action) => may(role, action, resource, key));
    return [thing, actions.map((action) => action.replace(/^\w+:(\w+?)(Item|Object)?$/, '$1')).join(' ')] as const;
  });
  return Object.fromEntries(all.filter(([, actions]) => actions !== ''));
}

const COUNTED = { use: 'Update' };
const IDENTIFIED = { keys: 'Get', rates: 'Get Update' };
const ADMITTED = { ...IDENTIFIED, use: 'Get Put Update', webhooks: 'Get' };
const DISPATCH = { records: 'Get Update', uploads: 'Get Delete', results: 'Get Put Delete', ...COUNTED };

/** What each function may touch; the others touch nothing. */
const TOUCHED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Functions/Convert': { records: 'Get Put Update', sources: 'Put Delete', results: 'Get Put Delete', ...ADMITTED },
  'Functions/Uploads': { records: 'Get Put', uploads: 'Put', ...ADMITTED },
  'Functions/Download': { records: 'Get Update', results: 'Get Delete' },
  'Functions/Status': { records: 'Get' },
  'Functions/Usage': { ...IDENTIFIED, use: 'Get' },
  'Functions/Webhooks': { records: 'Get', ...IDENTIFIED, webhooks: 'Get Put Update' },
  'Functions/ListConversions': { own: 'Query', ...IDENTIFIED },
  'Functions/DeleteConversion': {
    records: 'Get Put',
    ...{ sources: 'Delete', uploads: 'Delete', results: 'Delete' },
    ...IDENTIFIED,
    ...COUNTED,
  },
  'Ingest/Function': { records: 'Get Put', uploads: 'Put Delete', ...ADMITTED },
  'Intake/Function': { records: 'Get Put Update', uploads: 'Get Delete', ...COUNTED },
  'Sweep/Function': { records: 'Update', stored: 'Query', sources: 'Delete', uploads: 'Delete', results: 'Delete' },
  'Events/Transitions/Function': { ledger: 'Get Put', webhooks: 'Get', ...COUNTED },
  'Webhooks/Function': { webhooks: 'Get Update' },
  'UsageReports/Function': { days: 'Query' },
};

function expected(role: string): Readonly<Record<string, string>> {
  if (role.startsWith('DropFolder-'))
    return {
      ...{ records: 'Get Put Update', uploads: 'Get Put Delete', results: 'Get Delete', use: 'Get Put Update' },
      ...{ dropped: 'Get', converted: 'Put' },
    };
  if (role === 'LongVideos/Function') return DISPATCH;
  if (!role.startsWith('Jobs/') || role in TOUCHED) return TOUCHED[role] ?? {};
  return role === 'Jobs/Quick/Function' ? { ...DISPATCH, sources: 'Get Delete' } : DISPATCH;
}

describe('the policies as synthesised', () => {
  it.each([...byName.keys()])('%s touches the items and files that it works with, and no others', (role) => {
    expect(touches(role)).toEqual(expected(role));
  });

  it('let only the doors send jobs; each queue has one consumer', () => {
    const queues = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::SQS::Queue');
    const names = queues.map(([id]) => `[${nameOf(resources, id)}]`);
    const jobs = names.filter((name) => /^\[Jobs\/\w+Queue/.test(name));
    const doors = ['Functions/Convert', 'Ingest/Function', 'Intake/Function'];
    expect(jobs.length).toBeGreaterThan(0);
    for (const queue of jobs) {
      const senders = [...byName.keys()].filter((role) => may(role, 'sqs:SendMessage', queue));
      expect(senders.filter((role) => !role.startsWith('DropFolder-')).sort()).toEqual(doors);
    }
    for (const queue of names) {
      const readers = [...byName.keys()].filter((role) => may(role, 'sqs:ReceiveMessage', queue));
      expect(readers.length, queue).toBeLessThan(2);
      expect([...byName.keys()].filter((role) => may(role, 'sqs:PurgeQueue', queue))).toEqual([]);
    }
  });

  it('let convert invoke the quick engines, dispatch its own, and none any other function', () => {
    const functions = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
    for (const [id] of functions) {
      const name = nameOf(resources, id);
      const callers = [...byName.keys()].filter((role) => may(role, 'lambda:InvokeFunction', `[${name}]`));
      const engine = ENGINES.find((one) => name.replace(/^.*\//, '') === constructId(one.name));
      if (!engine || !name.startsWith('Engines/')) expect(callers, name).toEqual([]);
      else {
        expect(callers.length, name).toBeGreaterThan(0);
        expect(callers.includes('Functions/Convert'), name).toBe(engine.worker.lane === 'request');
        for (const caller of callers) expect(caller).toMatch(/^Functions\/Convert$|^Jobs\/|^LongVideos\//);
      }
    }
  });

  it('are those of docs/reference/policies.md: `npm run docs` writes it', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/reference/policies.md'), 'utf8');
    expect(page).toBe(policiesPage());
  });
});
