import { describe, expect, it } from 'vitest';
import { edgeOf, flatten, ingestOf, type Resource, Synthesis, synthesis } from '../synthesis.ts';

/** The secrets of a service, by number. */
function secretsOf(synthesized: Synthesis): Record<string, Resource> {
  const secrets = Object.entries(synthesized.resources).filter(
    ([, { Type }]) => Type === 'AWS::SecretsManager::Secret',
  );
  return Object.fromEntries(secrets);
}

const keyOf = (synthesized: Synthesis, version: number) =>
  `{{resolve:secretsmanager:<${synthesized.idOf(ingestOf(synthesized).originKeys.node.findChild(`Key${version}`))}>:SecretString:::}}`;

/** What the edge sends to all that is behind it. */
function sent(synthesized: Synthesis): string {
  const { DistributionConfig: config } = synthesized.resourceOf(edgeOf(synthesized).distribution).Properties;
  const { Origins: origins } = config as {
    Origins: { Id: string; OriginCustomHeaders?: { HeaderValue: unknown }[] }[];
  };
  const headers = new Set(
    origins.map(({ OriginCustomHeaders: [header] = [] }) => header && flatten(header.HeaderValue)),
  );
  const [header = 'nothing', ...others] = headers;
  expect(others).toEqual([]);
  return header;
}

/** What is taken behind it: by the ingest server, and by the functions of the API. */
function accepted(synthesized: Synthesis): string {
  const { ServiceConfig: config } = synthesized.resourceOf(ingestOf(synthesized).server.node.findChild('Revision'))
    .Properties as unknown as { ServiceConfig: { EnvironmentVariables: Record<string, unknown> } };
  const keys = flatten(config.EnvironmentVariables.ORIGIN_KEYS);
  for (const fn of synthesized.service.functions.list) {
    expect(flatten(synthesized.resourceOf(fn).Properties.Environment?.Variables.ORIGIN_KEYS)).toBe(keys);
  }
  return keys;
}

describe('the key of the edge', () => {
  const synthesized = synthesis();

  it('is made by Secrets Manager, of letters and digits', () => {
    const secrets = Object.values(secretsOf(synthesized)).map(({ Properties }) => Properties.GenerateSecretString);
    expect(secrets).toEqual([{ PasswordLength: 48, ExcludePunctuation: true }]);
  });

  it('is what the edge sends and the ingest server takes, and is in no template', () => {
    expect(sent(synthesized)).toBe(keyOf(synthesized, 1));
    expect(accepted(synthesized)).toBe(keyOf(synthesized, 1));
  });
});

describe('without an edge', () => {
  it('the API is open to all, by its own name', () => {
    const open = synthesis({ edge: false });
    expect(secretsOf(open)).toEqual({});
    for (const { Properties } of open.ofType('AWS::Lambda::Function'))
      expect(Properties.Environment?.Variables ?? {}).not.toHaveProperty('ORIGIN_KEYS');
  });
});

describe('originKeyVersion', () => {
  const [first, second, third] = [
    synthesis(),
    new Synthesis({ originKeyVersion: 2 }),
    new Synthesis({ originKeyVersion: 3 }),
  ];

  it('raised makes a new key, and leaves the last one as it was', () => {
    for (const [before, after] of [
      [first, second],
      [second, third],
    ] as const) {
      expect(sent(after)).not.toBe(sent(before));
      expect(Object.entries(secretsOf(after))).toHaveLength(2);
      const [last] = accepted(before).split(',');
      expect(accepted(after)).toBe(`${sent(after)},${last}`);
    }
    const kept = Object.keys(secretsOf(first)).every((id) => id in secretsOf(second));
    expect(kept).toBe(true);
  });

  it('never has the edge send what the server does not take: not before, while, or after a new key is spread', () => {
    for (const [before, after] of [
      [first, second],
      [second, third],
    ] as const) {
      // CloudFormation changes the server first: what it then takes, the edge sends before and after.
      expect(accepted(before).split(',')).toContain(sent(before));
      expect(accepted(after).split(',')).toContain(sent(before));
      expect(accepted(after).split(',')).toContain(sent(after));
    }
  });

  it('has the edge changed after the server', () => {
    const { DependsOn } = second.resourceOf(edgeOf(second).distribution);
    const [endpoint] = Object.keys(second.resources).filter(
      (id) => second.resources[id]?.Type === 'AWS::Lambda::WebFunctionEndpoint',
    );
    expect(DependsOn).toContain(endpoint);
    for (const fn of second.service.functions.list) expect(DependsOn).toContain(second.idOf(fn));
  });

  it.each([0, -1, 1.5, Number.NaN])('cannot be %s', (originKeyVersion) => {
    expect(() => new Synthesis({ originKeyVersion })).toThrow(/originKeyVersion counts the keys from 1/);
  });
});
