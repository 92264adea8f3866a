import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnSubscription } from 'aws-cdk-lib/aws-pricingplanmanager';
import { Construct } from 'constructs';
import { type ForeignFirewall, requireEdgeRegion } from './firewall.ts';

/** The flat-rate plans of CloudFront: $0, 15, 200 and 1,000 a month. */
export type FlatRateTier = 'free' | 'pro' | 'business' | 'premium';

export interface FlatRatePlanProps {
  readonly tier: FlatRateTier;
  /** The distribution of the plan. */
  readonly distribution: Distribution;
  /** The firewall of the distribution, which every plan requires and includes. */
  readonly firewall: ForeignFirewall;
}

/**
 * A flat rate for CloudFront and its firewall, with requests and traffic. A paid plan begins only when it is approved (`aws
 * pricing-plan-manager approve-paid-subscription`), and lasts to the end of its month: until then the distribution cannot be
 * deleted. CloudFormation does not change the tier. Not verified: whether a plan accepts a distribution with a web function
 * among its origins.
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
