import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Conversion, type ConversionFailure, recordExpiresAt } from '../conversion/conversion.ts';
import { IdentifierTaken, type UploadStore } from '../conversion/stores.ts';
import type { AwaitedUpload } from '../conversion/upload.ts';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';
import { fromUploadItem, isUpload, timeToLive, toItem, toUploadItem, type UploadItem } from './conversion-item.ts';
import { Items } from './items.ts';

const { storedFiles, timeToLive: ttl } = CONVERSIONS_TABLE;

const AWAITED = { condition: '#state = :awaiting', values: { ':awaiting': 'awaiting' } };

/** Awaited uploads in DynamoDB, each in the place of the conversion that it becomes. */
export class DynamoUploads implements UploadStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, CONVERSIONS_TABLE);
  }

  async expect(upload: AwaitedUpload): Promise<void> {
    if (!(await this.#items.put(toUploadItem(upload)))) throw new IdentifierTaken();
  }

  async find(id: string): Promise<AwaitedUpload | undefined> {
    const item = await this.#items.get<UploadItem>(id);
    return item && isUpload(item) && Date.now() < item.expires_at ? fromUploadItem(item) : undefined;
  }

  accept(conversion: Conversion): Promise<boolean> {
    return this.#items.put(toItem(conversion), AWAITED);
  }

  async refuse(id: string, failure: ConversionFailure): Promise<boolean> {
    const now = { expiresAt: Date.now() };
    const item = await this.#items.transition(id, {
      // The client may ask as long as for any other conversion that failed; of its file nothing is stored.
      update:
        `SET #state = :refused, #failure = :failure, #expires_at = :forgotten, #${ttl} = :ttl ` +
        `REMOVE #${storedFiles.partitionKey}, #secrets`,
      condition: AWAITED.condition,
      values: {
        ...AWAITED.values,
        ':refused': 'refused',
        ':failure': failure,
        ':forgotten': recordExpiresAt(now),
        ':ttl': timeToLive(now),
      },
    });
    return item !== undefined;
  }
}
