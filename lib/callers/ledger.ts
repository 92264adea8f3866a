import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { LEDGER_TABLE } from '../../functions/ledger-table.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';

/** The table of billed conversions: an item for each that became ready, kept for ever. */
export class Ledger extends Construct {
  public readonly table: TableV2;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const { key, days } = LEDGER_TABLE;
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: key, type: AttributeType.STRING },
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      globalSecondaryIndexes: [
        {
          indexName: days.name,
          partitionKey: { name: days.partitionKey, type: AttributeType.STRING },
          sortKey: { name: days.sortKey, type: AttributeType.STRING },
          projectionType: ProjectionType.ALL,
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /** Lets a workload record conversions, and read one whose response was lost; it can change none. */
  grantRecord(workload: Workload): void {
    this.grant(workload, ['dynamodb:GetItem', 'dynamodb:PutItem'], this.table.tableArn);
  }

  /** Lets a workload read the entries of a day. */
  grantRead(workload: Workload): void {
    this.grant(workload, ['dynamodb:Query'], `${this.table.tableArn}/index/${LEDGER_TABLE.days.name}`);
  }

  private grant(workload: Workload, actions: readonly string[], resource: string): void {
    workload.addEnvironment(ENVIRONMENT.ledgerTable, this.table.tableName);
    allow(workload, actions, [resource]);
  }
}
