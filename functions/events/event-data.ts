import type { Transition } from './transition.ts';

/**
 * What an event reports about a conversion to the account that owns it. Who reads it may download the result, so it goes nowhere
 * else. What is not known is left out: of an upload that was refused, much.
 */
export interface EventData {
  readonly conversion_id: string;
  readonly account?: string | undefined;
  readonly status: 'ready' | 'failed' | 'expired';
  readonly original_filename: string;
  readonly original_format?: string | undefined;
  readonly target_format: string;
  readonly result_format?: string | undefined;
  readonly quality: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Of the uploaded file, in bytes. */
  readonly source_size?: number | undefined;
  /** Of the result, in bytes. */
  readonly file_size?: number | undefined;
  /** Seconds in the engine. */
  readonly conversion_time?: number | undefined;
  readonly created_at?: string | undefined;
  /** Only when ready: where the result can be fetched, once, relative to the host of the service, and until when. */
  readonly download_url?: string | undefined;
  readonly expires_at?: string | undefined;
  /** Only when failed. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** The data of the event of a transition. */
export function eventData(transition: Transition): EventData {
  const { conversion } = transition;
  const { createdAt } = conversion;
  return {
    conversion_id: conversion.id,
    account: conversion.account,
    status: STATUS[transition.type],
    original_filename: conversion.originalFilename,
    original_format: conversion.originalFormat,
    target_format: conversion.targetFormat,
    quality: conversion.quality,
    options: conversion.options,
    source_size: conversion.sourceSize,
    created_at: createdAt === undefined ? undefined : moment(createdAt),
    ...outcomeOf(transition),
  };
}

const STATUS = {
  'conversion.ready': 'ready',
  'conversion.failed': 'failed',
  'conversion.expired': 'expired',
} as const;

function outcomeOf(transition: Transition): Partial<EventData> {
  if (transition.type === 'conversion.failed') {
    const { code, message } = transition.conversion.failure;
    return { error: { code, message } };
  }
  const { id, resultFormat, fileSize, conversionTime, expiresAt } = transition.conversion;
  return {
    result_format: resultFormat,
    file_size: fileSize,
    conversion_time: conversionTime,
    ...(transition.type === 'conversion.ready' && {
      download_url: `/api/v1/download/${id}`,
      expires_at: moment(expiresAt),
    }),
  };
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
