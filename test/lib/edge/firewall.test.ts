import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import type { FileConversionProps } from '../../../lib/file-conversion.ts';
import { edgeOf, flatten, newApp, type Resource, Synthesis, synthesis } from '../synthesis.ts';

const within = (region: string) => new Stack(newApp(), 'Test', { env: { region, account: '123456789012' } });

const inVirginia = (props: FileConversionProps) => new Synthesis(props, { within: within('us-east-1') });

interface Rule {
  readonly Name: string;
  readonly Statement: {
    readonly RateBasedStatement?: Readonly<Record<string, unknown>>;
    readonly ManagedRuleGroupStatement?: {
      readonly Name: string;
      readonly RuleActionOverrides: readonly { readonly Name: string; readonly ActionToUse: unknown }[];
    };
  };
  readonly Action?: { readonly Block: { readonly CustomResponse: Readonly<Record<string, unknown>> } };
}

const rulesOf = (acl: Resource | undefined) => acl?.Properties.Rules as readonly Rule[];

/** Of the firewall in front of a distribution. */
function firewallOf(synthesized: Synthesis) {
  const [entry, ...others] = Object.entries(synthesized.resources).filter(
    ([, { Type }]) => Type === 'AWS::WAFv2::WebACL',
  );
  expect(others).toEqual([]);
  const { DistributionConfig } = synthesized.resourceOf(edgeOf(synthesized).distribution).Properties;
  const { WebACLId } = DistributionConfig as { WebACLId?: unknown };
  return { id: entry?.[0], acl: entry?.[1], used: WebACLId && flatten(WebACLId) };
}

describe('the firewall', () => {
  it('is none by default', () => {
    expect(firewallOf(synthesis())).toEqual({});
  });

  const synthesized = inVirginia({ firewall: true });
  const { id, acl, used } = firewallOf(synthesized);
  const [rate, common, ...others] = rulesOf(acl);

  it('is in front of CloudFront, and refuses an address that sends too much, in the words of the service', () => {
    expect(used).toBe(`<${id}>`);
    expect(acl?.Properties).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(rate?.Statement.RateBasedStatement).toMatchObject({ AggregateKeyType: 'IP', Limit: 2000 });
    expect(rate?.Action?.Block.CustomResponse).toEqual({
      ResponseCode: 429,
      CustomResponseBodyKey: 'TooMany',
      ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }],
    });
    const { TooMany } = (acl?.Properties.CustomResponseBodies ?? {}) as Record<string, { Content: string }>;
    expect(JSON.parse(TooMany?.Content ?? '')).toMatchObject({ success: false, code: 'RATE_LIMITED' });
  });

  it('heeds the common rules, and counts alone what they say of bodies: those are files', () => {
    expect(others).toEqual([]);
    const { Name, RuleActionOverrides = [] } = common?.Statement.ManagedRuleGroupStatement ?? {};
    expect(Name).toBe('AWSManagedRulesCommonRuleSet');
    const bodies = ['SizeRestrictions', 'EC2MetaDataSSRF', 'GenericLFI', 'GenericRFI', 'CrossSiteScripting'];
    expect(RuleActionOverrides).toEqual(bodies.map((name) => ({ Name: `${name}_BODY`, ActionToUse: { Count: {} } })));
  });

  it('keeps no samples of requests, which have paths', () => {
    const settings = JSON.stringify(acl?.Properties).match(/"SampledRequestsEnabled":\w+/g);
    expect(new Set(settings)).toEqual(new Set(['"SampledRequestsEnabled":false']));
  });

  it('cannot be made in another region, and names the one where it can, from which it is used', () => {
    for (const elsewhere of [within('eu-central-1'), new Stack(newApp(), 'Test')])
      expect(() => new Synthesis({ firewall: true }, { within: elsewhere })).toThrow(
        /has to be in us-east-1: give its stack `env: \{ region: 'us-east-1' \}`.*firewall: \{ webAclArn \}/s,
      );
    const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/mine/1';
    const service = new Synthesis({ firewall: { webAclArn } }, { within: within('eu-central-1') });
    expect(firewallOf(service)).toEqual({ used: webAclArn });
  });

  it('without an edge is in front of the API, in whatever region', () => {
    const regional = new Synthesis({ edge: false, firewall: true });
    const [made] = regional.ofType('AWS::WAFv2::WebACL');
    expect(made?.Properties.Scope).toBe('REGIONAL');
    const [association] = regional.ofType('AWS::WAFv2::WebACLAssociation');
    const api = regional.idOf(regional.service.api.restApi);
    expect(flatten(association?.Properties.ResourceArn)).toMatch(new RegExp(`/restapis/<${api}>/stages/<\\w+>$`));
  });
});

describe('flatRatePlan', () => {
  it('is for the distribution and its firewall', () => {
    const synthesized = inVirginia({ firewall: true, flatRatePlan: 'pro' });
    const [plan, ...others] = synthesized.ofType('AWS::PricingPlanManager::Subscription');
    expect(others).toEqual([]);
    expect(plan?.Properties).toMatchObject({ PlanFamily: 'CloudFront', PlanTier: 'PRO' });
    const distribution = synthesized.idOf(edgeOf(synthesized).distribution);
    const resources = ((plan?.Properties.ResourceArns ?? []) as readonly unknown[]).map(flatten);
    expect(resources).toEqual([
      expect.stringMatching(new RegExp(`^arn:.*:cloudfront::.*:distribution/<${distribution}>$`)),
      `<${firewallOf(synthesized).id}>`,
    ]);
  });

  it('wants a firewall, and us-east-1', () => {
    expect(() => inVirginia({ flatRatePlan: 'pro' })).toThrow(/wants a firewall/);
    const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/mine/1';
    const props: FileConversionProps = { firewall: { webAclArn }, flatRatePlan: 'free' };
    expect(() => new Synthesis(props, { within: within('eu-central-1') })).toThrow(/has to be in us-east-1/);
  });
});
