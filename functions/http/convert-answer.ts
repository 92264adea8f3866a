import type { Conversion } from '../conversion/conversion.ts';
import { conversionInLog, logger } from '../logger.ts';
import type { WaitPreference } from './prefer.ts';
import { type Reply, success } from './reply.ts';
import { conversionRecord } from './representation.ts';

/** How long a convert request waits for its conversion, in milliseconds: API Gateway waits 29 seconds. */
export const LONGEST_WAIT = 25_000;

/** The response to a convert request whose file was accepted, in all lanes. */
export function convertAnswer(conversion: Conversion, preference?: WaitPreference): Reply {
  const record = conversionRecord(conversion);
  const { conversion_id: id, original_filename: _, download_url: __, options, ...loggable } = record;
  logger.info('A file was taken', {
    conversion: conversionInLog(id),
    ...loggable,
    // Their names only: the values may be personal.
    options: Object.keys(options),
    source_size: conversion.sourceSize,
  });
  return success(
    record.status === 'ready' ? 'The file was converted' : 'The file is being converted',
    record,
    {},
    preference && { 'Preference-Applied': preference.applied },
  );
}
