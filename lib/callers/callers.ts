import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { KeyMode } from '../../functions/callers/key-modes.ts';
import { checkPlan, type Plans } from '../../functions/callers/plans.ts';
import { CALLER_ITEMS, CALLERS_TABLE, type CallerItems } from '../../functions/callers-table.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import type { Workload } from '../permissions/workload.ts';
import { Ledger } from './ledger.ts';

/** The largest length of the plans as JSON. All variables of a function have 4 KB; the others of dispatch need about 2.3. */
const LONGEST_PLANS = 1500;

/** The API keys and plans of callers. */
export interface CallersProps {
  /**
   * Whether callers have API keys, which `npm run keys` makes. `off`: no keys, and only `throttleRate` limits requests.
   * `optional`: callers without a key are limited by address. `required`: requests without a key are refused.
   * @default 'off'
   */
  readonly keys?: KeyMode;
  /**
   * Your own plans by name, which replace those of the same name; a key names its plan.
   * @default - those in functions/callers/plans.ts: anonymous, default and pro
   */
  readonly plans?: Plans;
}

export interface CallersTableProps extends CallersProps {
  readonly keys: Exclude<KeyMode, 'off'>;
}

/** The keys, limits, usage and webhooks of callers, and the ledger. */
export class Callers extends Construct {
  public readonly table: TableV2;
  public readonly ledger: Ledger;
  private readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { keys, plans }: CallersTableProps) {
    super(scope, id);
    for (const [name, plan] of Object.entries(plans ?? {})) checkPlan(name, plan);
    if (JSON.stringify(plans ?? {}).length > LONGEST_PLANS)
      throw new Error(
        `plans has more than ${LONGEST_PLANS} characters as JSON, and Lambda only 4 KB for all variables.`,
      );
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: CALLERS_TABLE.key, type: AttributeType.STRING },
      timeToLiveAttribute: CALLERS_TABLE.timeToLive,
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // A deployment without the setting `keys` shall not take the keys of all callers with it.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.ledger = new Ledger(this, 'Ledger');
    this.environment = {
      [ENVIRONMENT.callersTable]: this.table.tableName,
      [ENVIRONMENT.keys]: keys,
      ...(plans && { [ENVIRONMENT.plans]: JSON.stringify(plans) }),
    };
  }

  /** Tells a workload that callers have keys. */
  announce(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.keys, this.environment[ENVIRONMENT.keys] ?? 'off');
  }

  /** Lets a workload authenticate requests, and count them. */
  grantIdentify(workload: Workload): void {
    this.grant(workload, 'keys', ['dynamodb:GetItem']);
    this.grant(workload, 'rates', ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
  }

  /** Lets a workload take and release slots. */
  grantCount(workload: Workload): void {
    this.grant(workload, 'use', ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
  }

  /** Lets a workload authenticate requests and take slots; it reads webhooks, too. */
  grantAdmit(workload: Workload): void {
    this.grantIdentify(workload);
    this.grantCount(workload);
    this.grant(workload, 'webhooks', ['dynamodb:GetItem']);
  }

  /** Lets a workload read the usage of callers. */
  grantUsage(workload: Workload): void {
    this.grantIdentify(workload);
    this.grant(workload, 'use', ['dynamodb:GetItem']);
  }

  /** Lets a workload release the slots of conversions that end. */
  grantRelease(workload: Workload): void {
    this.grant(workload, 'use', ['dynamodb:UpdateItem']);
  }

  /** Lets a workload record ready conversions in the ledger, and release slots. */
  grantRecordUse(workload: Workload): void {
    this.grantRelease(workload);
    this.ledger.grantRecord(workload);
  }

  /** Lets a workload change webhooks. */
  grantKeepWebhooks(workload: Workload): void {
    this.grantIdentify(workload);
    this.grantWebhooks(workload, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
  }

  /** Lets a workload read or change webhooks with their secrets, but no keys and no usage. */
  grantWebhooks(workload: Workload, actions: readonly string[]): void {
    this.grant(workload, 'webhooks', actions);
  }

  /** Exact actions on the items of one kind. */
  private grant(workload: Workload, items: CallerItems, actions: readonly string[]): void {
    for (const [name, value] of Object.entries(this.environment)) workload.addEnvironment(name, value);
    workload.addToRolePolicy(
      new PolicyStatement({
        actions: [...actions],
        resources: [this.table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${CALLER_ITEMS[items]}*`] } },
      }),
    );
  }
}
