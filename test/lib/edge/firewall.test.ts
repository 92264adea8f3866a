import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import type { FileConversionProps } from '../../../lib/file-conversion.ts';
import { distributionOf, edgeOf, flatten, newApp, Synthesis, synthesis } from '../synthesis.ts';

const within = (region: string) => new Stack(newApp(), 'Test', { env: { region, account: '123456789012' } });

const inVirginia = (props: FileConversionProps) => new Synthesis(props, { within: within('us-east-1') });

/** The firewall in front of a distribution, and what the distribution names. */
function firewallOf(synthesized: Synthesis) {
  const [entry, ...others] = synthesized.entriesOf('AWS::WAFv2::WebACL');
  expect(others).toEqual([]);
  const { WebACLId } = distributionOf(synthesized);
  return { id: entry?.[0], acl: entry?.[1], used: WebACLId && flatten(WebACLId) };
}

describe('the firewall', () => {
  it('is in front of CloudFront, refuses an address that sends too much, and heeds common rules, but of bodies: those are files', () => {
    expect(firewallOf(synthesis())).toEqual({});
    const { id, acl, used } = firewallOf(inVirginia({ firewall: { requestsPerAddress: 300 } }));
    expect(used).toBe(`<${id}>`);
    const bodies = ['SizeRestrictions', 'EC2MetaDataSSRF', 'GenericLFI', 'GenericRFI', 'CrossSiteScripting'];
    const counted = bodies.map((name) => ({ Name: `${name}_BODY`, ActionToUse: { Count: {} } }));
    expect(acl?.Properties).toMatchObject({
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
      Rules: [
        {
          Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 300 } },
          Action: {
            Block: {
              CustomResponse: { ResponseCode: 429, ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }] },
            },
          },
        },
        {
          Statement: {
            ManagedRuleGroupStatement: { Name: 'AWSManagedRulesCommonRuleSet', RuleActionOverrides: counted },
          },
        },
      ],
    });
    const { TooMany } = (acl?.Properties.CustomResponseBodies ?? {}) as Record<string, { Content: string }>;
    expect(JSON.parse(TooMany?.Content ?? '')).toMatchObject({ success: false, code: 'RATE_LIMITED' });
    // Samples of requests have paths.
    expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true');
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
    expect(flatten(association?.Properties.ResourceArn)).toContain(
      `/restapis/<${regional.idOf(regional.service.api.restApi)}>/stages/`,
    );
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
