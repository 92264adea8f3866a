import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { MarketplaceMeteringClient, type UsageRecord } from '@aws-sdk/client-marketplace-metering';
import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { meterReport as meterMarketplace } from '../../examples/billing/aws-marketplace.ts';
import { meterReport as meterStripe } from '../../examples/billing/stripe.ts';
import { entryOf, type LedgerEntry } from '../../functions/callers/ledger.ts';
import { usageCsv } from '../../functions/callers/usage-csv.ts';
import { LINK_LIFETIME } from '../../functions/conversion/conversion.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Received {
  readonly path: string;
  readonly body: string;
}

/** What stands at the other end of the network: it keeps what it is sent. */
const received: Received[] = [];
let answer: (request: Received) => { status?: number; body: object } = () => ({ body: {} });

const address = await serve(async (request, response) => {
  const entry = { path: request.url ?? '', body: await text(request) };
  received.push(entry);
  const { status = 200, body } = answer(entry);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
});

const folder = temporaryFolder();

afterEach(() => void received.splice(0));

const NOON = Date.UTC(2026, 10, 21, 12);

/** A report as the service writes it. @param accounts one conversion for each; undefined had no key */
async function report(accounts: readonly (string | undefined)[]): Promise<{ path: string; entries: LedgerEntry[] }> {
  const entries = accounts.map((account, index) => {
    const expiresAt = NOON + index * 1000 + LINK_LIFETIME;
    return entryOf(exampleConversion({ createdAt: NOON, expiresAt, ...(account && { account }) }), NOON);
  });
  const path = join(folder, '2026-11-21.csv');
  await writeFile(path, usageCsv(Readable.from(entries)));
  return { path, entries };
}

describe('the example for Stripe', () => {
  const stripe = () =>
    new Stripe('sk_test_example', {
      host: '127.0.0.1',
      port: new URL(address).port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    });

  it('sends one meter event for each conversion of a customer, named by the conversion', async () => {
    const { path, entries } = await report(['acme', undefined, 'beta', 'acme', 'constructor']);
    answer = () => ({ body: { object: 'billing.meter_event' } });
    expect(await meterStripe(path, { acme: 'cus_1', beta: 'cus_2' }, stripe())).toBe(3);
    const sent = received.map(({ path, body }) => [path, Object.fromEntries(new URLSearchParams(body))]);
    const event = (index: number, customer: string) => [
      '/v1/billing/meter_events',
      {
        event_name: 'conversions',
        identifier: entries[index]?.id,
        timestamp: `${NOON / 1000 + index}`,
        'payload[stripe_customer_id]': customer,
        'payload[value]': '1',
      },
    ];
    expect(sent).toEqual([event(0, 'cus_1'), event(2, 'cus_2'), event(3, 'cus_1')]);
  });

  it('goes on behind those that Stripe has had, and stops at what else is wrong', async () => {
    const { path, entries } = await report(['acme', 'acme']);
    const refusal = (message: string) => ({ status: 400, body: { error: { type: 'invalid_request_error', message } } });
    answer = ({ body }) =>
      body.includes(entries[0]?.id ?? '') ? refusal('An event already exists with identifier a.') : { body: {} };
    expect(await meterStripe(path, { acme: 'cus_1' }, stripe())).toBe(1);
    answer = () => refusal('No such customer.');
    await expect(meterStripe(path, { acme: 'cus_1' }, stripe())).rejects.toThrow('No such customer');
  });
});

describe('the example for AWS Marketplace', () => {
  const credentials = { accessKeyId: 'example', secretAccessKey: 'example' };
  const client = () => new MarketplaceMeteringClient({ endpoint: address, region: 'us-east-1', credentials });
  const buyer = (name: string) => ({
    CustomerAWSAccountId: '123456789012',
    LicenseArn: `arn:aws:license-manager::294406891311:license:${name}`,
  });
  const recordsIn = ({ body }: Received) => (JSON.parse(body) as { UsageRecords: UsageRecord[] }).UsageRecords;
  const success = (records: UsageRecord[]) => records.map((UsageRecord) => ({ UsageRecord, Status: 'Success' }));

  it('sends one record for each buyer and day, 25 with a call', async () => {
    const accounts = Array.from({ length: 60 }, (_, index) => `account-${index}`);
    const { path } = await report([...accounts, ...accounts, undefined, 'somebody']);
    answer = (request) => ({ body: { Results: success(recordsIn(request)) } });
    const buyers = Object.fromEntries(accounts.map((account) => [account, buyer(account)]));
    await meterMarketplace(path, '2026-11-21', buyers, client());
    expect(received.map((request) => recordsIn(request).length)).toEqual([25, 25, 10]);
    expect(received.flatMap(recordsIn)).toEqual(
      accounts.map((account) => ({
        ...buyer(account),
        Dimension: 'conversions',
        Quantity: 2,
        Timestamp: Date.parse('2026-11-21T23:59:59Z') / 1000,
      })),
    );
  });
});
