import { describe, expect, it } from 'vitest';
import { CALLERS_TABLE } from '../../../functions/callers-table.ts';
import { ENVIRONMENT } from '../../../functions/environment.ts';
import { routesFor } from '../../../functions/routes.ts';
import { flatten, keyedSynthesis, Synthesis, synthesis } from '../synthesis.ts';

const keyed = keyedSynthesis();
const { callers } = keyed.service.storage;
const table = keyed.idOf(callers?.table);

/** What a workload may do with the table of callers. */
function allowed(role: string): string[] {
  return keyed
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Resource }) => [Resource ?? []].flat().some((resource) => flatten(resource).startsWith(`<${table}`)))
    .flatMap(({ Action = [] }) => [Action].flat())
    .sort();
}

describe('callers with keys', () => {
  it('are kept in a table of their own, whose items may expire', () => {
    expect(keyed.resourceOf(callers?.table).Properties).toMatchObject({
      KeySchema: [{ AttributeName: CALLERS_TABLE.key, KeyType: 'HASH' }],
      TimeToLiveSpecification: { AttributeName: CALLERS_TABLE.timeToLive, Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('are judged by the functions through which they come, and counted out by those that end conversions', () => {
    const admit = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    const rights = Object.entries(keyed.functions())
      .map(([name, fn]) => [name.replace(/ .*$/, ''), allowed(keyed.idOf(fn.role))] as const)
      .filter(([, actions]) => actions.length > 0);
    const ofAccounts = routesFor(true).filter(({ keyed: isKeyed }) => isKeyed);
    const doors = ['convert', 'uploads', ...ofAccounts.map(({ name }) => name)];
    const ending = ['dispatch', 'giveUp', 'intake'];
    expect(Object.fromEntries(rights)).toEqual({
      ...Object.fromEntries(doors.map((name) => [name, expect.arrayContaining(admit)])),
      ...Object.fromEntries(ending.map((name) => [name, ['dynamodb:UpdateItem']])),
      deleteConversion: expect.arrayContaining(admit),
    });
    expect(allowed(keyed.idOf(keyed.service.ingest?.server.role))).toEqual(admit);
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
