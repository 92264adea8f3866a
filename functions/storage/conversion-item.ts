import {
  type Conversion,
  type ConversionState,
  forgottenAt,
  type ListedConversion,
  uploadKey,
} from '../conversion/conversion.ts';
import type { ErrorCode } from '../conversion/errors.ts';
import type { FormatName } from '../conversion/formats.ts';
import type { Options } from '../conversion/options.ts';
import type { Quality } from '../conversion/quality.ts';
import type { Remains } from '../conversion/stores.ts';
import type { AwaitedUpload } from '../conversion/upload.ts';
import type { CONVERSIONS_TABLE } from '../conversions-table.ts';
import { shardOf } from './shards.ts';

/** A conversion as DynamoDB holds it. */
export interface ConversionItem {
  readonly conversion_id: string;
  readonly state: ConversionState;
  readonly original_filename: string;
  readonly original_format: FormatName;
  readonly target_format: FormatName;
  readonly result_format: FormatName;
  readonly quality: Quality;
  readonly options?: Options | undefined;
  /** Present while the job is not done. */
  readonly secrets?: Options | undefined;
  readonly source_size?: number | undefined;
  readonly engine: string;
  readonly caller?: string | undefined;
  readonly account?: string | undefined;
  readonly plan_name?: string | undefined;
  readonly webhook_url?: string | undefined;
  readonly source: string;
  readonly source_fixed?: true | undefined;
  readonly fingerprint?: string | undefined;
  readonly created_at: number;
  readonly expires_at: number;
  readonly deadline: number;
  /** Seconds since the epoch, as DynamoDB's time to live wants them. */
  readonly ttl: number;
  readonly attempts?: number | undefined;
  readonly claimed_until?: number | undefined;
  /** Present while a file of the conversion is stored. */
  readonly shard?: string | undefined;
  /** The downloads that are under way. */
  readonly readers?: ReadonlySet<string> | undefined;
  readonly file_size?: number | undefined;
  readonly conversion_time?: number | undefined;
  readonly progress?: number | undefined;
  readonly failure?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

/** The item of a new conversion, in the index of stored files. */
export function toItem(conversion: Conversion): ConversionItem {
  return {
    conversion_id: conversion.id,
    state: conversion.state,
    original_filename: conversion.originalFilename,
    original_format: conversion.originalFormat,
    target_format: conversion.targetFormat,
    result_format: conversion.resultFormat,
    quality: conversion.quality,
    // A job that is done needs them no more.
    ...optionsToItem(conversion.state === 'processing' ? conversion : { ...conversion, secrets: {} }),
    source_size: conversion.sourceSize,
    engine: conversion.engine,
    caller: conversion.caller,
    account: conversion.account,
    plan_name: conversion.planName,
    webhook_url: conversion.webhookUrl,
    source: conversion.source,
    source_fixed: conversion.sourceFixed,
    fingerprint: conversion.fingerprint,
    created_at: conversion.createdAt,
    expires_at: conversion.expiresAt,
    deadline: conversion.deadline,
    ttl: timeToLive(conversion),
    shard: shardOf(conversion.id),
    file_size: conversion.fileSize,
    conversion_time: conversion.conversionTime,
    attempts: conversion.attempts,
    claimed_until: conversion.claimedUntil,
    progress: conversion.progress,
    failure: conversion.failure,
  };
}

/** When DynamoDB may drop the record, in its seconds. */
export function timeToLive(conversion: Pick<Conversion, 'expiresAt'>): number {
  return Math.ceil(forgottenAt(conversion) / 1000);
}

/** The conversion in an item. */
export function fromItem(item: ConversionItem): Conversion {
  return {
    id: item.conversion_id,
    state: item.state,
    originalFilename: item.original_filename,
    originalFormat: item.original_format,
    targetFormat: item.target_format,
    resultFormat: item.result_format,
    quality: item.quality,
    ...optionsFromItem(item),
    // Records that an earlier version has made lack some.
    sourceSize: item.source_size ?? 0,
    engine: item.engine,
    caller: item.caller ?? '',
    ...(item.account !== undefined && { account: item.account }),
    ...(item.plan_name !== undefined && { planName: item.plan_name }),
    ...(item.webhook_url !== undefined && { webhookUrl: item.webhook_url }),
    source: item.source,
    createdAt: item.created_at,
    expiresAt: item.expires_at,
    deadline: item.deadline,
    ...(item.fingerprint !== undefined && { fingerprint: item.fingerprint }),
    ...(item.source_fixed && { sourceFixed: item.source_fixed }),
    ...(item.file_size !== undefined && { fileSize: item.file_size }),
    ...(item.conversion_time !== undefined && { conversionTime: item.conversion_time }),
    ...(item.attempts !== undefined && { attempts: item.attempts }),
    ...(item.claimed_until !== undefined && { claimedUntil: item.claimed_until }),
    ...(item.progress !== undefined && { progress: item.progress }),
    ...(item.failure !== undefined && { failure: item.failure }),
  };
}

/** An awaited upload as DynamoDB holds it, in the place of the conversion that it becomes. */
export interface UploadItem
  extends Pick<
    ConversionItem,
    | 'conversion_id'
    | 'original_filename'
    | 'target_format'
    | 'quality'
    | 'options'
    | 'secrets'
    | 'caller'
    | 'fingerprint'
    | 'account'
    | 'plan_name'
    | 'webhook_url'
    | 'source'
    | 'expires_at'
    | 'ttl'
    | 'shard'
    | 'failure'
  > {
  /** `refused`: it came, and could not be converted. */
  readonly state: 'awaiting' | 'refused';
  readonly form_expires_at: number;
}

/** The item of an awaited upload. In the index of stored files, so that what came too late is swept like all else. */
export function toUploadItem(upload: AwaitedUpload): UploadItem {
  return {
    conversion_id: upload.id,
    state: 'awaiting',
    original_filename: upload.filename,
    target_format: upload.targetFormat,
    quality: upload.quality,
    ...optionsToItem(upload),
    caller: upload.caller,
    account: upload.account,
    plan_name: upload.planName,
    webhook_url: upload.webhookUrl,
    source: uploadKey(upload.id),
    fingerprint: upload.fingerprint,
    form_expires_at: upload.expiresAt,
    expires_at: upload.awaitedUntil,
    ttl: Math.ceil(upload.awaitedUntil / 1000),
    shard: shardOf(upload.id),
  };
}

/** The upload in an item. */
export function fromUploadItem(item: UploadItem): AwaitedUpload {
  return {
    id: item.conversion_id,
    filename: item.original_filename,
    targetFormat: item.target_format,
    quality: item.quality,
    ...optionsFromItem(item),
    caller: item.caller ?? '',
    ...(item.account !== undefined && { account: item.account }),
    ...(item.plan_name !== undefined && { planName: item.plan_name }),
    ...(item.webhook_url !== undefined && { webhookUrl: item.webhook_url }),
    ...(item.fingerprint !== undefined && { fingerprint: item.fingerprint }),
    expiresAt: item.form_expires_at,
    awaitedUntil: item.expires_at,
    ...(item.failure !== undefined && { failure: item.failure }),
  };
}

/** What stays of a conversion that was deleted: in the index of stored files, for the sweep. */
export interface ErasedItem extends Pick<ConversionItem, 'conversion_id' | 'source' | 'expires_at' | 'ttl' | 'shard'> {
  readonly state: 'deleted';
}

/** The item of a conversion that was deleted. */
export function toErasedItem(id: string, { source, until }: Remains): ErasedItem {
  const times = { expires_at: until, ttl: timeToLive({ expiresAt: until }) };
  return { conversion_id: id, state: 'deleted', source, ...times, shard: shardOf(id) };
}

/** What the index of own conversions has of one. */
export type ListedItem = Pick<
  ConversionItem,
  'conversion_id' | 'created_at' | (typeof CONVERSIONS_TABLE.ownConversions.attributes)[number]
>;

/** The conversion in an item of the index of own conversions. */
export function fromListedItem(item: ListedItem): ListedConversion {
  return {
    id: item.conversion_id,
    state: item.state,
    originalFilename: item.original_filename,
    originalFormat: item.original_format,
    targetFormat: item.target_format,
    resultFormat: item.result_format,
    options: item.options ?? {},
    createdAt: item.created_at,
    expiresAt: item.expires_at,
    deadline: item.deadline,
    ...(item.file_size !== undefined && { fileSize: item.file_size }),
    ...(item.conversion_time !== undefined && { conversionTime: item.conversion_time }),
    ...(item.failure !== undefined && { failure: item.failure }),
  };
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

/** Most conversions have no options: nothing is stored of those. */
function optionsToItem({ options, secrets }: Pick<Conversion, 'options' | 'secrets'>) {
  return { options: unlessEmpty(options), secrets: unlessEmpty(secrets) };
}

function optionsFromItem({ options = {}, secrets = {} }: Pick<ConversionItem, 'options' | 'secrets'>) {
  return { options, secrets };
}

function unlessEmpty(options: Options): Options | undefined {
  return Object.keys(options).length > 0 ? options : undefined;
}
