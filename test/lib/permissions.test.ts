import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { ingestOf, type Resource, type Statement, synthesis } from './synthesis.ts';

const synthesized = synthesis();

function statements(policies: readonly Resource[]): Statement[] {
  return policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

const policiesOf = (role: IConstruct | undefined) =>
  synthesized
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === synthesized.idOf(role)));

/** Which role may what in detail, policies.test.ts evaluates, and docs/reference/policies.md lists. */
describe('permissions', () => {
  it('have no action with a wildcard, and no resource `*` but for traces and network interfaces', () => {
    // The CDK's function that copies code has the rights that the CDK gives it, on copies of code.
    const copying = synthesized.idOf(
      ingestOf(synthesized)
        .node.findAll()
        .find(({ node }) => node.id === 'CopyRole'),
    );
    const allowed = statements(
      Object.values(synthesized.resources).filter(
        ({ Properties }) => Properties?.PolicyDocument && !Properties.Roles?.some(({ Ref }) => Ref === copying),
      ),
    ).filter(({ Effect }) => Effect === 'Allow');
    // The same holds for the function that empties the bucket when the stack is deleted.
    const emptying = allowed.filter(({ Principal }) => JSON.stringify(Principal ?? '').includes('AutoDeleteObjects'));
    expect(emptying).toHaveLength(1);
    for (const { Action, Resource } of allowed.filter((statement) => !emptying.includes(statement))) {
      const actions = [Action ?? []].flat();
      expect(actions.filter((action) => action.includes('*'))).toEqual([]);
      if ([Resource].flat().includes('*'))
        for (const action of actions)
          expect(action).toMatch(/^(xray:Put|ec2:\w+(NetworkInterfaces?|PrivateIpAddresses|Subnets)$)/);
    }
  });

  it('of the code of an engine are to write its own log, whoever carries its credentials where', () => {
    for (const [name, fn] of Object.entries(synthesized.engineFunctions())) {
      const all = statements(policiesOf(fn.role));
      expect(all.filter(({ Effect }) => Effect === 'Deny')).toEqual([
        {
          Effect: 'Deny',
          NotAction: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          Resource: '*',
          Condition: { ArnEquals: { 'lambda:SourceFunctionArn': { 'Fn::GetAtt': [synthesized.idOf(fn), 'Arn'] } } },
        },
      ]);
      const services = all.flatMap(({ Action = [] }) => [Action].flat().map((action) => action.split(':')[0]));
      expect(new Set(services), name).toEqual(new Set(['logs', 'ec2']));
      expect(synthesized.resourceOf(fn.role).Properties).not.toHaveProperty('Policies');
    }
  });

  it('to call functions have API Gateway, the schedule and the bucket alone, each from its own ARN', () => {
    const callers = synthesized.ofType('AWS::Lambda::Permission').map(({ Properties }) => {
      expect(Properties.Action).toBe('lambda:InvokeFunction');
      expect(Properties.SourceArn).toBeDefined();
      return Properties.Principal as string;
    });
    const known = ['apigateway.amazonaws.com', 'events.amazonaws.com', 's3.amazonaws.com'];
    expect([...new Set(callers)].sort()).toEqual(known);
  });
});
