import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnSubscription } from 'aws-cdk-lib/aws-pricingplanmanager';
import { Construct } from 'constructs';
import { type ForeignFirewall, requireEdgeRegion } from './firewall.ts';

/** What CloudFront sells for a price a month: $0, 15, 200 and 1,000. */
export type FlatRateTier = 'free' | 'pro' | 'business' | 'premium';

export interface FlatRatePlanProps {
  readonly tier: FlatRateTier;
  /** What it is for. */
  readonly distribution: Distribution;
  /** That in front of it, which every plan wants and pays for. */
  readonly firewall: ForeignFirewall;
}

/**
 * A price a month for CloudFront and its firewall, requests and traffic included, in place of prices for each. A plan that
 * costs something does not begin before somebody approves it (`aws pricing-plan-manager approve-paid-subscription`), and one
 * that has begun lasts to the end of its month: until then the distribution cannot be deleted. CloudFormation does not change
 * the tier. Not verified: whether a plan takes a distribution with a web function among its origins.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-pricingplanmanager-subscription.html
 */
export class FlatRatePlan extends Construct {
  public readonly subscription: CfnSubscription;

  constructor(scope: Construct, id: string, { tier, distribution, firewall }: FlatRatePlanProps) {
    super(scope, id);
    requireEdgeRegion(this);
    this.subscription = new CfnSubscription(this, 'Subscription', {
      planFamily: 'CloudFront',
      planTier: tier.toUpperCase(),
      resourceArns: [distribution.distributionArn, firewall.webAclArn],
    });
  }
}
