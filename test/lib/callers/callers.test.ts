import { describe, expect, it } from 'vitest';
import { CALLER_ITEMS, CALLERS_TABLE } from '../../../functions/callers-table.ts';
import { ENVIRONMENT } from '../../../functions/environment.ts';
import { routesFor } from '../../../functions/routes.ts';
import { flatten, keyedSynthesis, Synthesis, synthesis } from '../synthesis.ts';

const keyed = keyedSynthesis();
const { callers } = keyed.service.storage;
const table = keyed.idOf(callers?.table);

/** What a workload may do with which items of the table of callers: `use: GPU` is to get, put and update what was used. */
function allowed(role: string): Record<string, string> {
  const items: Record<string, string> = {};
  const statements = keyed
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Resource }) => [Resource ?? []].flat().some((resource) => flatten(resource).startsWith(`<${table}`)));
  for (const { Action = [], Condition } of statements) {
    const [pattern = 'any item', ...others] = [
      Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [],
    ].flat();
    expect(others).toEqual([]);
    const kind = Object.entries(CALLER_ITEMS).find(([, prefix]) => `${prefix}*` === pattern)?.[0] ?? `${pattern}`;
    const actions = [Action].flat().map((action) => action.replace(/^dynamodb:(.)\w*Item$/, '$1'));
    items[kind] = [...(items[kind] ?? ''), ...actions].sort().join('');
  }
  return items;
}

describe('callers with keys', () => {
  it('are kept in a table of their own, whose items may expire', () => {
    expect(keyed.resourceOf(callers?.table).Properties).toMatchObject({
      KeySchema: [{ AttributeName: CALLERS_TABLE.key, KeyType: 'HASH' }],
      TimeToLiveSpecification: { AttributeName: CALLERS_TABLE.timeToLive, Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('are judged by the functions through which they come, which can make no key and change no webhook', () => {
    const identified = { keys: 'G', rates: 'GU' };
    const admitted = { ...identified, use: 'GPU', webhooks: 'G' };
    const counted = { use: 'U' };
    const managed = { ...identified, webhooks: 'GPU' };
    const rights = Object.entries(keyed.functions())
      .map(([name, fn]) => [name.replace(/ .*$/, ''), allowed(keyed.idOf(fn.role))] as const)
      .filter(([, items]) => Object.keys(items).length > 0);
    expect(Object.fromEntries(rights)).toEqual({
      ...{ convert: admitted, uploads: admitted },
      usage: { ...identified, use: 'G' },
      listConversions: identified,
      deleteConversion: { ...identified, ...counted },
      ...{ webhooks: managed, addWebhook: managed, removeWebhook: managed },
      ...{ rotateWebhook: managed, testWebhook: managed, replayWebhook: managed },
      ...{ dispatch: counted, intake: counted },
    });
    expect(allowed(keyed.idOf(keyed.service.ingest?.server.role))).toEqual(admitted);
    expect(allowed(keyed.idOf(keyed.service.webhooks?.function.role))).toEqual({ webhooks: 'GU' });
    expect(allowed(keyed.idOf(keyed.service.events?.transitions.function.role))).toEqual({ use: 'U', webhooks: 'G' });
  });

  it('have routes of their own', () => {
    const paths = keyed.ofType('AWS::ApiGateway::Resource').map(({ Properties }) => Properties.PathPart);
    for (const { path } of routesFor(true)) expect(paths).toContain(path.split('/').at(-1));
    expect(synthesis().service.functions.byRoute.usage).toBeUndefined();
  });

  it('are told to the functions, with the plans of the operator', () => {
    const plans = { default: { atOnce: 3 } };
    const planned = new Synthesis({ keys: 'optional', plans });
    const { Environment } = planned.resourceOf(planned.service.functions.byRoute.convert).Properties;
    expect(Environment?.Variables).toMatchObject({
      [ENVIRONMENT.keys]: 'optional',
      [ENVIRONMENT.plans]: JSON.stringify(plans),
      [ENVIRONMENT.callersTable]: { Ref: planned.idOf(planned.service.storage.callers?.table) },
    });
    expect(() => new Synthesis({ keys: 'required', plans: { default: { atOnce: -1 } } })).toThrow(/atOnce/);
  });

  it('cost nothing where nobody has a key', () => {
    expect(synthesis().service.storage.callers).toBeUndefined();
    expect(synthesis().ofType('AWS::DynamoDB::GlobalTable')).toHaveLength(1);
  });
});
