import { Logger } from '@aws-lambda-powertools/logger';

/** Structured logs. Nothing a client sends is logged but formats, sizes and identifiers. */
export const logger = new Logger({ serviceName: 'file-conversion' });
