import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { findFirewall, type WantedFirewall } from '../edge/firewall.ts';
import type { ConversionApi } from './conversion-api.ts';

export interface ApiFirewallProps {
  /** The API that it protects. */
  readonly api: ConversionApi;
  /** The settings of the firewall. @default - no firewall */
  readonly firewall?: WantedFirewall;
}

/** The firewall of a service without CloudFront: in front of the API, in its region. */
export class ApiFirewall extends Construct {
  constructor(scope: Construct, id: string, { api, firewall: wanted }: ApiFirewallProps) {
    super(scope, id);
    const firewall = findFirewall(this, wanted, 'REGIONAL');
    if (!firewall) return;
    const resourceArn = api.restApi.deploymentStage.stageArn;
    new CfnWebACLAssociation(this, 'Association', { resourceArn, webAclArn: firewall.webAclArn });
  }
}
