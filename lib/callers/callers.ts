import type { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { KeyMode } from '../../functions/callers/key-modes.ts';
import { checkPlan, type Plans } from '../../functions/callers/plans.ts';
import { CALLERS_TABLE, WEBHOOKS_PREFIX } from '../../functions/callers-table.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';
import { Ledger } from './ledger.ts';

/** Whose conversions these are, and how many they may be. */
export interface CallersProps {
  /**
   * Whether callers have API keys, which `npm run keys` makes. `off`: nobody, and nothing is limited but by
   * `throttleRate`. `optional`: who has none is limited by address. `required`: who has none is refused.
   * @default 'off'
   */
  readonly keys?: KeyMode;
  /**
   * Plans of your own, by name, in the place of those of the same name; a key names its plan.
   * @default - those in functions/callers/plans.ts: anonymous, default and pro
   */
  readonly plans?: Plans;
}

export interface CallersTableProps extends CallersProps {
  readonly keys: Exclude<KeyMode, 'off'>;
  readonly removalPolicy: RemovalPolicy;
}

/** The keys of callers, what they have used, and what they are billed by. */
export class Callers extends Construct {
  public readonly table: TableV2;
  public readonly ledger: Ledger;
  private readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { keys, plans, removalPolicy }: CallersTableProps) {
    super(scope, id);
    for (const [name, plan] of Object.entries(plans ?? {})) checkPlan(name, plan);
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: CALLERS_TABLE.key, type: AttributeType.STRING },
      timeToLiveAttribute: CALLERS_TABLE.timeToLive,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy,
    });
    this.ledger = new Ledger(this, 'Ledger', { removalPolicy });
    this.environment = {
      [ENVIRONMENT.callersTable]: this.table.tableName,
      [ENVIRONMENT.keys]: keys,
      ...(plans && { [ENVIRONMENT.plans]: JSON.stringify(plans) }),
    };
  }

  /** Lets a workload tell who sends a request, and count it and what it begins. */
  grantAdmit(workload: Workload): void {
    this.grant(workload, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
  }

  /** Lets a workload count out the conversions that it ends. */
  grantRelease(workload: Workload): void {
    this.grant(workload, ['dynamodb:UpdateItem']);
  }

  /** Lets a workload enter what became ready in the ledger, and count out what ended. */
  grantRecordUse(workload: Workload): void {
    this.grantRelease(workload);
    this.ledger.grantRecord(workload);
  }

  /** Lets a workload read, or change, the webhooks of accounts with their secrets: no key, and nothing that was counted. */
  grantWebhooks(workload: Workload, actions: readonly string[]): void {
    this.announce(workload);
    workload.addToRolePolicy(
      new PolicyStatement({
        actions: [...actions],
        resources: [this.table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${WEBHOOKS_PREFIX}*`] } },
      }),
    );
  }

  private announce(workload: Workload): void {
    for (const [name, value] of Object.entries(this.environment)) workload.addEnvironment(name, value);
  }

  private grant(workload: Workload, actions: readonly string[]): void {
    this.announce(workload);
    allow(workload, actions, [this.table.tableArn]);
  }
}
