import { describe, expect, it } from 'vitest';
import { distributionOf, edgeOf, flatten, ingestOf, Synthesis, synthesis } from '../synthesis.ts';

const SECRET = 'AWS::SecretsManager::Secret';

/** What the edge sends to all that is behind it. */
function sent(synthesized: Synthesis): string {
  const headers = new Set(
    distributionOf(synthesized).Origins.map(({ OriginCustomHeaders }) => {
      const [header] = OriginCustomHeaders as { HeaderValue: unknown }[];
      return header && flatten(header.HeaderValue);
    }),
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
  const services = [synthesis(), new Synthesis({ originKeyVersion: 2 }), new Synthesis({ originKeyVersion: 3 })];
  const [first = synthesis(), second = first, third = first] = services;

  it('is made by Secrets Manager, sent by the edge and taken by the server, and in no template', () => {
    const secrets = first.ofType(SECRET).map(({ Properties }) => Properties.GenerateSecretString);
    expect(secrets).toEqual([{ PasswordLength: 48, ExcludePunctuation: true }]);
    const key = first.idOf(ingestOf(first).originKeys.node.findChild('Key1'));
    expect(sent(first)).toBe(`{{resolve:secretsmanager:<${key}>:SecretString:::}}`);
    expect(accepted(first)).toBe(sent(first));
  });

  it.each([
    ['second', first, second],
    ['third', second, third],
  ])('is another at the %s version, and never sent where the server does not take it', (_, before, after) => {
    expect(sent(after)).not.toBe(sent(before));
    expect(after.ofType(SECRET)).toHaveLength(2);
    // CloudFormation changes the server first: what it then takes, the edge sends before and after.
    expect(accepted(after)).toBe(`${sent(after)},${sent(before)}`);
    const { DependsOn } = after.resourceOf(edgeOf(after).distribution);
    const [[endpoint] = []] = after.entriesOf('AWS::Lambda::WebFunctionEndpoint');
    expect(DependsOn).toContain(endpoint);
    for (const fn of after.service.functions.list) expect(DependsOn).toContain(after.idOf(fn));
  });

  it('is kept where a new one is made', () => {
    for (const [id] of first.entriesOf(SECRET)) expect(second.resources).toHaveProperty(id);
  });

  it.each([0, 1.5])('cannot have the version %s', (originKeyVersion) => {
    expect(() => new Synthesis({ originKeyVersion })).toThrow(/originKeyVersion counts the keys from 1/);
  });
});
