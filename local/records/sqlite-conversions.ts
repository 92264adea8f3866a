import {
  type Conversion,
  type ConversionFailure,
  recordExpiresAt,
  uploadKey,
} from '../../functions/conversion/conversion.ts';
import {
  type ConversionList,
  type ConversionOutcome,
  type ConversionStore,
  IdentifierTaken,
  type ListPage,
  type Remains,
} from '../../functions/conversion/stores.ts';
import type { RecordTable } from './record-table.ts';
import { type ConversionRecord, done, newRecord, type StoredRecord } from './stored-record.ts';

/** The store of conversions on this machine. */
export class SqliteConversions implements ConversionStore {
  readonly #table: RecordTable;

  constructor(table: RecordTable) {
    this.#table = table;
  }

  async create(conversion: Conversion): Promise<void> {
    if (!this.#table.insert(conversion.id, newRecord(conversion))) throw new IdentifierTaken();
  }

  async find(id: string): Promise<Conversion | undefined> {
    const conversion = this.#get(id)?.conversion;
    return conversion && Date.now() < recordExpiresAt(conversion) ? conversion : undefined;
  }

  async claim(id: string, until: number, attempts: number): Promise<Conversion | undefined> {
    const now = Date.now();
    return this.#whileProcessing(id, (conversion) => {
      const { deadline, claimedUntil = 0, attempts: begun = 0 } = conversion;
      if (deadline <= now || claimedUntil > now || begun >= attempts) return undefined;
      return { ...conversion, claimedUntil: until, attempts: begun + 1 };
    });
  }

  async putBack({ id, claimedUntil }: Pick<Conversion, 'id' | 'claimedUntil'>, attempts: number): Promise<void> {
    this.#whileProcessing(id, ({ claimedUntil: held, ...conversion }) =>
      held === claimedUntil ? { ...conversion, attempts } : undefined,
    );
  }

  async extend(id: string, until: number): Promise<boolean> {
    const times = { claimedUntil: until, deadline: until, expiresAt: until };
    const extended = this.#whileProcessing(id, (conversion) =>
      conversion.deadline > Date.now() ? { ...conversion, ...times } : undefined,
    );
    return extended !== undefined;
  }

  async recordProgress(id: string, percent: number): Promise<void> {
    this.#whileProcessing(id, (conversion) => ({ ...conversion, progress: Math.round(percent) }));
  }

  async complete(id: string, outcome: ConversionOutcome): Promise<boolean> {
    const ready = this.#whileProcessing(id, (conversion) =>
      conversion.deadline > Date.now() ? { ...done(conversion), ...outcome, state: 'ready' } : undefined,
    );
    return ready !== undefined;
  }

  async fail(id: string, failure: ConversionFailure): Promise<boolean> {
    return this.#whileProcessing(id, (conversion) => ({ ...done(conversion), state: 'failed', failure })) !== undefined;
  }

  async beginDownload(id: string, reader: string): Promise<Conversion | undefined> {
    const changed = this.#change(id, (record) => {
      // A registered reader may go on after another has spent the result.
      if (record.readers.includes(reader)) return record;
      return isDownloadable(record) ? { ...record, readers: [...record.readers, reader] } : undefined;
    });
    return changed?.conversion;
  }

  async endDownload(id: string, reader: string, complete: boolean): Promise<boolean> {
    const changed = this.#change(id, (record) => {
      const { conversion } = record;
      const readers = record.readers.filter((other) => other !== reader);
      if (!complete) return { ...record, readers };
      if (conversion.state !== 'ready' && conversion.state !== 'spent') return undefined;
      return { ...record, readers, conversion: { ...conversion, state: 'spent' } };
    });
    return changed?.conversion.state === 'spent' && changed.readers.length === 0;
  }

  async handOver(id: string, until: number): Promise<boolean> {
    const changed = this.#change(id, (record) =>
      isDownloadable(record)
        ? { ...record, conversion: { ...record.conversion, state: 'spent', expiresAt: until } }
        : undefined,
    );
    return changed !== undefined;
  }

  async list(account: string, { limit, after }: ListPage): Promise<ConversionList> {
    const records = this.#table.own(account, Date.now(), limit + 1, after);
    const conversions = records.flatMap((record) => ('conversion' in record ? [record.conversion] : []));
    const page = conversions.slice(0, limit);
    const last = page.at(-1);
    return { conversions: page, ...(last && conversions.length > limit && { next: last }) };
  }

  async erase(id: string, account: string, remains: Remains): Promise<boolean> {
    const record = this.#table.get(id);
    if (!record || 'erased' in record) return false;
    const owner = 'upload' in record ? record.upload.account : record.conversion.account;
    if (owner !== account) return false;
    this.#table.replace(id, { erased: remains, stored: true });
    return true;
  }

  async *findOverdue(): AsyncGenerator<Pick<Conversion, 'id' | 'source'>> {
    const now = Date.now();
    // A page begins after the last record, since those whose files cannot be deleted stay.
    for (let page = this.#table.overdue(now); page.length > 0; page = this.#table.overdue(now, page.at(-1)))
      for (const { id, record } of page) yield { id, source: sourceOf(id, record) };
  }

  async forgetFiles(id: string): Promise<void> {
    const record = this.#table.get(id);
    if (record?.stored) this.#table.replace(id, { ...record, stored: false });
  }

  #get(id: string): ConversionRecord | undefined {
    const record = this.#table.get(id);
    return record && 'conversion' in record ? record : undefined;
  }

  /** Changes a record. @returns the new record, or undefined when there is none or `change` returned none */
  #change(
    id: string,
    change: (record: ConversionRecord) => ConversionRecord | undefined,
  ): ConversionRecord | undefined {
    const record = this.#get(id);
    const changed = record && change(record);
    if (changed && changed !== record) this.#table.replace(id, changed);
    return changed;
  }

  /** Changes a conversion that is processing. */
  #whileProcessing(id: string, change: (conversion: Conversion) => Conversion | undefined): Conversion | undefined {
    const changed = this.#change(id, (record) => {
      const conversion = record.conversion.state === 'processing' ? change(record.conversion) : undefined;
      return conversion && { ...record, conversion };
    });
    return changed?.conversion;
  }
}

function isDownloadable({ conversion }: ConversionRecord): boolean {
  return conversion.state === 'ready' && conversion.expiresAt > Date.now();
}

function sourceOf(id: string, record: StoredRecord): string {
  if ('upload' in record) return uploadKey(id);
  return 'erased' in record ? record.erased.source : record.conversion.source;
}
