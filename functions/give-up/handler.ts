import type { SQSEvent } from 'aws-lambda';
import { ConversionError } from '../conversion/errors.ts';
import { failedJob } from '../conversion/job-meter.ts';
import { failJob, GIVEN_UP } from '../conversion/perform-job.ts';
import { readJob } from '../dispatch/job-message.ts';
import { conversionInLog, logger } from '../logger.ts';
import { meter } from '../services/meter.ts';
import { storage } from '../services/storage.ts';

/** Takes the dead letters of all engines: jobs that failed at every attempt are failed for their clients too. */
export const handler = async ({ Records }: SQSEvent): Promise<void> => {
  for (const record of Records) {
    const id = readJob(record);
    const conversion = id ? await storage().conversions.find(id) : undefined;
    if (!conversion) continue;
    const error = new ConversionError('ENGINE_FAILED', GIVEN_UP);
    if (await failJob(conversion, error, storage())) meter().ended(failedJob(conversion, error.code));
    logger.error('A job was given up', { conversion: conversionInLog(conversion.id), engine: conversion.engine });
  }
};
