import { Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { helpUrl } from '../../functions/routes.ts';

/**
 * The rules of the common rule set that inspect bodies. They would refuse files: all of more than 8 kB, and those with words
 * that might be an attack on a page or a database. Here bodies are only files.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const BODY_RULES = [
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
];

/** The evaluation window of the rate limit, in seconds. */
const WINDOW = 300;

/** The region of CloudFront's firewalls and metrics. */
export const EDGE_REGION = 'us-east-1';

export interface FirewallProps {
  /**
   * How many requests an address may send in five minutes, at least 10; more get 429. A conversion takes three to five.
   * @default 2000
   */
  readonly requestsPerAddress?: number;
}

/** An existing firewall: of a stack in us-east-1, where the service is in another region, or of somebody else. */
export interface ForeignFirewall {
  /** The ARN of a web ACL of the scope CLOUDFRONT. */
  readonly webAclArn: string;
}

/** A firewall with defaults (true), with settings, an existing one, or none (false). */
export type WantedFirewall = boolean | FirewallProps | ForeignFirewall;

/** The scope of a web ACL: CloudFront, or an API in the region of the stack. */
type Scope = 'CLOUDFRONT' | 'REGIONAL';

/**
 * A web ACL: refuses addresses that send too many requests, and requests that match AWS's common rule set.
 * $7 a month, and $0.60 a million requests.
 */
export class Firewall extends Construct implements ForeignFirewall {
  public readonly webAclArn: string;

  constructor(
    scope: Construct,
    id: string,
    { requestsPerAddress = 2000 }: FirewallProps = {},
    of: Scope = 'CLOUDFRONT',
  ) {
    super(scope, id);
    if (of === 'CLOUDFRONT') requireEdgeRegion(this);
    const { attrArn } = new CfnWebACL(this, 'WebAcl', {
      scope: of,
      defaultAction: { allow: {} },
      description: 'In front of the file conversion service',
      visibilityConfig: visibleAs('Firewall'),
      customResponseBodies: { TooMany: { contentType: 'APPLICATION_JSON', content: tooMany() } },
      rules: [limitAddresses(requestsPerAddress), heedCommonRules()],
    });
    this.webAclArn = attrArn;
  }
}

/** The firewall of a setting: an existing one, or a new one below a construct. */
export function findFirewall(
  scope: Construct,
  wanted: WantedFirewall = false,
  of: Scope = 'CLOUDFRONT',
): ForeignFirewall | undefined {
  if (!wanted) return undefined;
  if (wanted === true) return new Firewall(scope, 'Firewall', {}, of);
  return 'webAclArn' in wanted ? wanted : new Firewall(scope, 'Firewall', wanted, of);
}

/** @throws Error when the stack is not in the region of CloudFront's resources */
export function requireEdgeRegion(construct: Construct): void {
  const { region } = Stack.of(construct);
  if (region === EDGE_REGION) return;
  throw new Error(
    `${construct.node.path} is in front of CloudFront, and has to be in ${EDGE_REGION}: give its stack ` +
      `\`env: { region: '${EDGE_REGION}' }\`. If the service is to be elsewhere, make a \`Firewall\` in a stack that is ` +
      'there, and give its ARN: `firewall: { webAclArn }`.',
  );
}

function limitAddresses(limit: number): CfnWebACL.RuleProperty {
  const headers = [{ name: 'Retry-After', value: `${WINDOW}` }];
  return {
    name: 'TooManyRequests',
    priority: 0,
    statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec: WINDOW } },
    action: {
      block: {
        customResponse: { responseCode: 429, customResponseBodyKey: 'TooMany', responseHeaders: headers },
      },
    },
    visibilityConfig: visibleAs('TooManyRequests'),
  };
}

function heedCommonRules(): CfnWebACL.RuleProperty {
  return {
    name: 'CommonRules',
    priority: 1,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: 'AWSManagedRulesCommonRuleSet',
        ruleActionOverrides: BODY_RULES.map((name) => ({ name, actionToUse: { count: {} } })),
      },
    },
    overrideAction: { none: {} },
    visibilityConfig: visibleAs('CommonRules'),
  };
}

function visibleAs(metricName: string): CfnWebACL.VisibilityConfigProperty {
  // No sampled requests: their paths hold identifiers, which are the right to download.
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}

/** The error envelope without timestamp and request id, since the response of a firewall is static. */
function tooMany(): string {
  const code = 'RATE_LIMITED';
  const error = 'Too many requests from this address. Try again in a few minutes.';
  return JSON.stringify({ success: false, message: ERRORS[code], error, code, help_url: helpUrl(code) });
}
