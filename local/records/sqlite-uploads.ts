import { type Conversion, type ConversionFailure, recordExpiresAt } from '../../functions/conversion/conversion.ts';
import { IdentifierTaken, type UploadStore } from '../../functions/conversion/stores.ts';
import type { AwaitedUpload } from '../../functions/conversion/upload.ts';
import type { RecordTable } from './record-table.ts';
import { newRecord } from './stored-record.ts';

/** The store of awaited uploads on this machine, each under the identifier of the conversion that it becomes. */
export class SqliteUploads implements UploadStore {
  readonly #table: RecordTable;

  constructor(table: RecordTable) {
    this.#table = table;
  }

  async expect(upload: AwaitedUpload): Promise<void> {
    if (!this.#table.insert(upload.id, { upload, stored: true })) throw new IdentifierTaken();
  }

  async find(id: string): Promise<AwaitedUpload | undefined> {
    const upload = this.#get(id);
    return upload && Date.now() < upload.awaitedUntil ? upload : undefined;
  }

  async accept(conversion: Conversion): Promise<boolean> {
    if (!this.#awaited(conversion.id)) return false;
    this.#table.replace(conversion.id, newRecord(conversion));
    return true;
  }

  async refuse(id: string, failure: ConversionFailure): Promise<boolean> {
    const upload = this.#awaited(id);
    if (!upload) return false;
    // Its status is kept as long as that of a failed conversion. Its file is deleted.
    const awaitedUntil = recordExpiresAt({ expiresAt: Date.now() });
    this.#table.replace(id, { upload: { ...upload, secrets: {}, failure, awaitedUntil }, stored: false });
    return true;
  }

  #get(id: string): AwaitedUpload | undefined {
    const record = this.#table.get(id);
    return record && 'upload' in record ? record.upload : undefined;
  }

  /** An upload that has neither become a conversion nor been refused. */
  #awaited(id: string): AwaitedUpload | undefined {
    const upload = this.#get(id);
    return upload?.failure ? undefined : upload;
  }
}
