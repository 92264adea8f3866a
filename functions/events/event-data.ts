import type { EventData } from './event-schema.ts';
import type { Transition } from './transition.ts';

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
