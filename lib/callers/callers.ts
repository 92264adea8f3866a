import type { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { KeyMode } from '../../functions/callers/key-modes.ts';
import { checkPlan, type Plans } from '../../functions/callers/plans.ts';
import { CALLER_ITEMS, CALLERS_TABLE, type CallerItems } from '../../functions/callers-table.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
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

  /** Lets a workload tell who sends a request, and count it. */
  grantIdentify(workload: Workload): void {
    this.grant(workload, 'keys', ['dynamodb:GetItem']);
    this.grant(workload, 'rates', ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
  }

  /** Lets a workload count the conversions in that it begins, and out again. */
  grantCount(workload: Workload): void {
    this.grant(workload, 'use', ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
  }

  /** Lets a workload begin conversions for whoever may: it reads their webhooks, too. */
  grantAdmit(workload: Workload): void {
    this.grantIdentify(workload);
    this.grantCount(workload);
    this.grant(workload, 'webhooks', ['dynamodb:GetItem']);
  }

  /** Lets a workload tell callers what they have used. */
  grantUsage(workload: Workload): void {
    this.grantIdentify(workload);
    this.grant(workload, 'use', ['dynamodb:GetItem']);
  }

  /** Lets a workload count out the conversions that it ends. */
  grantRelease(workload: Workload): void {
    this.grant(workload, 'use', ['dynamodb:UpdateItem']);
  }

  /** Lets a workload enter what became ready in the ledger, and count out what ended. */
  grantRecordUse(workload: Workload): void {
    this.grantRelease(workload);
    this.ledger.grantRecord(workload);
  }

  /** Lets a workload keep the webhooks of the accounts that ask it to. */
  grantKeepWebhooks(workload: Workload): void {
    this.grantIdentify(workload);
    this.grantWebhooks(workload, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem']);
  }

  /** Lets a workload read, or change, the webhooks of accounts with their secrets: no key, and nothing that was counted. */
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
