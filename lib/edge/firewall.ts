import { Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { helpUrl } from '../../functions/routes.ts';

/**
 * The rules of the common set that look into bodies. They would refuse files: every one of more than 8 kB, and every one
 * with words in it that might be an attack on a page or a database. Here bodies are files, and nobody takes them for else.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const BODY_RULES = [
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
];

/** Over how long the requests of an address are counted, in seconds. */
const WINDOW = 300;

/** Where CloudFront finds its firewalls, and has its metrics, wherever the service is. */
export const EDGE_REGION = 'us-east-1';

export interface FirewallProps {
  /**
   * How many requests an address may send in five minutes, 10 at the least; more are answered with 429. A conversion is
   * three to five of them.
   * @default 2000
   */
  readonly requestsPerAddress?: number;
}

/** One that there is already: made in a stack in us-east-1 where the service is elsewhere, or by others. */
export interface ForeignFirewall {
  /** The ARN of a web ACL of the scope CLOUDFRONT. */
  readonly webAclArn: string;
}

/** What an operator may ask for: one with its defaults, one of these, one that there is, none. */
export type WantedFirewall = boolean | FirewallProps | ForeignFirewall;

/** In front of what it is: CloudFront, which is everywhere, or an API of the stack's own region. */
type Scope = 'CLOUDFRONT' | 'REGIONAL';

/**
 * A web ACL: refuses addresses that send too much, and requests of which AWS's common rule set says that they are attacks.
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

/** The firewall that is wanted; made below a construct, unless there is one. */
export function findFirewall(
  scope: Construct,
  wanted: WantedFirewall = false,
  of: Scope = 'CLOUDFRONT',
): ForeignFirewall | undefined {
  if (!wanted) return undefined;
  if (wanted === true) return new Firewall(scope, 'Firewall', {}, of);
  return 'webAclArn' in wanted ? wanted : new Firewall(scope, 'Firewall', wanted, of);
}

/** @throws where CloudFront would not find what is made here */
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
  // No samples: they hold paths, and so the identifiers, which are the right to download.
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
}

/** The error envelope, without its time and the identifier of the request: a text of a firewall is always the same. */
function tooMany(): string {
  const code = 'RATE_LIMITED';
  const error = 'Too many requests from this address. Try again in a few minutes.';
  return JSON.stringify({ success: false, message: ERRORS[code], error, code, help_url: helpUrl(code) });
}
