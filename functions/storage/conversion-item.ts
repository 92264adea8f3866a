import {
  type Conversion,
  type ConversionState,
  type ListedConversion,
  recordExpiresAt,
  uploadKey,
} from '../conversion/conversion.ts';
import type { Remains } from '../conversion/stores.ts';
import type { AwaitedUpload } from '../conversion/upload.ts';
import { fromAttributes, type Stored, toAttributes } from './item-fields.ts';
import { shardOf } from './shards.ts';

/** The attribute names of the fields of an awaited upload. */
const OF_UPLOAD = {
  id: 'conversion_id',
  filename: 'original_filename',
  targetFormat: 'target_format',
  quality: 'quality',
  options: 'options',
  secrets: 'secrets',
  caller: 'caller',
  account: 'account',
  planName: 'plan_name',
  webhookUrl: 'webhook_url',
  fingerprint: 'fingerprint',
  expiresAt: 'form_expires_at',
  awaitedUntil: 'expires_at',
  failure: 'failure',
} as const satisfies Record<keyof AwaitedUpload, string>;

const { filename: originalFilename, awaitedUntil: expiresAt, ...SHARED } = OF_UPLOAD;

/** The attribute names of the fields of a conversion, whose item replaces that of its upload. */
const OF_CONVERSION = {
  ...SHARED,
  originalFilename,
  expiresAt,
  state: 'state',
  originalFormat: 'original_format',
  resultFormat: 'result_format',
  sourceSize: 'source_size',
  engine: 'engine',
  source: 'source',
  sourceFixed: 'source_fixed',
  createdAt: 'created_at',
  deadline: 'deadline',
  fileSize: 'file_size',
  conversionTime: 'conversion_time',
  attempts: 'attempts',
  claimedUntil: 'claimed_until',
  progress: 'progress',
} as const satisfies Record<keyof Conversion, string>;

/** What each item has besides. */
interface Kept {
  /** Seconds since the epoch, as DynamoDB's time to live wants them. */
  readonly ttl: number;
  /** Present while a file of the conversion is stored. */
  readonly shard?: string;
}

/** A conversion as DynamoDB holds it; secrets while its job is not done. */
export type ConversionItem = Stored<Conversion, typeof OF_CONVERSION> &
  Kept & {
    /** The downloads that are under way. */
    readonly readers?: ReadonlySet<string>;
  };

/** An awaited upload as DynamoDB holds it, in the place of the conversion that it becomes. */
export type UploadItem = Stored<AwaitedUpload, typeof OF_UPLOAD> &
  Kept & {
    /** `refused`: it came, and could not be converted. */
    readonly state: 'awaiting' | 'refused';
    readonly source: string;
    readonly readers?: ReadonlySet<string>;
  };

/** What stays of a conversion that was deleted: in the index of stored files, for the sweep. */
export interface ErasedItem
  extends Kept,
    Pick<Stored<Conversion, typeof OF_CONVERSION>, 'conversion_id' | 'source' | 'expires_at'> {
  readonly state: 'deleted';
}

/** The item of a new conversion, in the index of stored files. A job that is done needs no secrets. */
export function toItem(conversion: Conversion): ConversionItem {
  const kept = conversion.state === 'processing' ? conversion : { ...conversion, secrets: {} };
  return { ...toAttributes(kept, OF_CONVERSION), ttl: timeToLive(conversion), shard: shardOf(conversion.id) };
}

/** When DynamoDB may drop the record, in its seconds. */
export function timeToLive(conversion: Pick<Conversion, 'expiresAt'>): number {
  return Math.ceil(recordExpiresAt(conversion) / 1000);
}

/** The conversion in an item. */
export function fromItem(item: ConversionItem): Conversion {
  return withSecrets(fromAttributes<Conversion>(item, OF_CONVERSION));
}

/** The conversion in an item of the index of own conversions, which has what lists show. */
export function fromListedItem(item: object): ListedConversion {
  const { account: _, ...listed } = fromAttributes<Conversion>(item, OF_CONVERSION);
  return listed;
}

/** The item of an awaited upload. In the index of stored files, so that what came too late is swept like all else. */
export function toUploadItem(upload: AwaitedUpload): UploadItem {
  const kept = { ttl: Math.ceil(upload.awaitedUntil / 1000), shard: shardOf(upload.id) };
  return { ...toAttributes(upload, OF_UPLOAD), ...kept, state: 'awaiting', source: uploadKey(upload.id) };
}

/** The upload in an item. */
export function fromUploadItem(item: UploadItem): AwaitedUpload {
  return withSecrets(fromAttributes<AwaitedUpload>(item, OF_UPLOAD));
}

/** The item of a conversion that was deleted. */
export function toErasedItem(id: string, { source, until }: Remains): ErasedItem {
  const times = { expires_at: until, ttl: timeToLive({ expiresAt: until }) };
  return { conversion_id: id, state: 'deleted', source, ...times, shard: shardOf(id) };
}

/** Whether an item is a conversion: neither an upload that has not become one, nor what stays of one that was deleted. */
export function isConversion(item: { readonly state: string }): item is ConversionItem {
  return STATES.some((state) => state === item.state);
}

const STATES: readonly ConversionState[] = ['processing', 'ready', 'failed', 'spent'];

/** Whether an item is an upload that has not become a conversion. */
export function isUpload(item: { readonly state: string }): boolean {
  return item.state === 'awaiting' || item.state === 'refused';
}

/** Secrets are taken out of an item when its job is done. */
function withSecrets<T extends Pick<Conversion, 'secrets'>>(fields: T): T {
  return { ...fields, secrets: fields.secrets ?? {} };
}
