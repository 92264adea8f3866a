import {
  BatchMeterUsageCommand,
  type MarketplaceMeteringClient,
  type UsageRecord,
} from '@aws-sdk/client-marketplace-metering';
import { readReport } from './read-report.ts';

/** The dimension of the product that is counted. */
const DIMENSION = 'conversions';

/** How many records a call may have. */
const MOST = 25;

/** Who bought the product, by account: what ResolveCustomer gave when they came. */
export type Buyers = Readonly<Record<string, Required<Pick<UsageRecord, 'CustomerAWSAccountId' | 'LicenseArn'>>>>;

/**
 * Tells AWS Marketplace how many conversions each buyer made on the day of a report: one record for each, as of the end
 * of the day. A record is refused 24 hours after its time, and after 06:00 UTC on the first of the next month: send the
 * report in the night in which it is written. The same record sent again counts once.
 * https://docs.aws.amazon.com/marketplace/latest/APIReference/API_marketplace-metering_BatchMeterUsage.html
 * @param day of the report, as in `2026-11-21`
 * @throws Error when a record was not honored
 */
export async function meterReport(
  path: string,
  day: string,
  buyers: Buyers,
  client: MarketplaceMeteringClient,
): Promise<void> {
  const counts = new Map<string, number>();
  for await (const { account = '' } of readReport(path)) counts.set(account, (counts.get(account) ?? 0) + 1);
  const records = [...counts].flatMap(([account, Quantity]): UsageRecord[] => {
    const buyer = Object.hasOwn(buyers, account) ? buyers[account] : undefined;
    return buyer ? [{ ...buyer, Dimension: DIMENSION, Quantity, Timestamp: new Date(`${day}T23:59:59Z`) }] : [];
  });
  for (let at = 0; at < records.length; at += MOST) await send(records.slice(at, at + MOST), client);
}

/** Sends records, and again those that AWS had trouble with. */
async function send(UsageRecords: UsageRecord[], client: MarketplaceMeteringClient, attempts = 3): Promise<void> {
  const { Results = [], UnprocessedRecords = [] } = await client.send(new BatchMeterUsageCommand({ UsageRecords }));
  for (const { Status, UsageRecord } of Results)
    if (Status !== 'Success') throw new Error(`${UsageRecord?.LicenseArn}: ${Status}`);
  if (UnprocessedRecords.length === 0) return;
  if (attempts === 1) throw new Error(`${UnprocessedRecords.length} records could not be sent`);
  await send(UnprocessedRecords, client, attempts - 1);
}
