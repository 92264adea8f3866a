import { describe, expect, it } from 'vitest';
import { CALLERS_TABLE } from '../../../functions/callers-table.ts';
import { ENVIRONMENT } from '../../../functions/environment.ts';
import { routesFor } from '../../../functions/routes.ts';
import { keyedSynthesis, Synthesis, synthesis } from '../synthesis.ts';

const keyed = keyedSynthesis();
const { callers } = keyed.service.storage;

describe('callers with keys', () => {
  it('are kept in a table of their own, whose items may expire', () => {
    expect(keyed.resourceOf(callers?.table).Properties).toMatchObject({
      KeySchema: [{ AttributeName: CALLERS_TABLE.key, KeyType: 'HASH' }],
      TimeToLiveSpecification: { AttributeName: CALLERS_TABLE.timeToLive, Enabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    });
  });

  it('have an index of their conversions, without the secrets', () => {
    const [, own] = keyed.resourceOf(keyed.service.storage.table).Properties.GlobalSecondaryIndexes as readonly {
      Projection: { NonKeyAttributes: readonly string[] };
    }[];
    expect(own).toMatchObject({
      IndexName: 'own-conversions',
      KeySchema: [
        { AttributeName: 'account', KeyType: 'HASH' },
        { AttributeName: 'created_at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE' },
    });
    expect(own?.Projection.NonKeyAttributes).toContain('original_filename');
    expect(own?.Projection.NonKeyAttributes).not.toContain('secrets');
  });

  it('have routes of their own', () => {
    const paths = keyed.ofType('AWS::ApiGateway::Resource').map(({ Properties }) => Properties.PathPart);
    for (const { path } of routesFor(true)) expect(paths).toContain(path.split('/').at(-1));
    expect(synthesis().service.functions.byRoute.usage).toBeUndefined();
  });

  it('are in the environment of functions, with the plans of the operator', () => {
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

  it('have only so many plans as fit into the variables of a function', () => {
    const plans = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`plan-${i}`, { conversionsPerMonth: 1000 }]),
    );
    expect(() => new Synthesis({ keys: 'required', plans })).toThrow(/4 KB/);
  });

  it('cost nothing where callers have no keys', () => {
    expect(synthesis().service.storage.callers).toBeUndefined();
    expect(synthesis().ofType('AWS::DynamoDB::GlobalTable')).toHaveLength(1);
  });
});
