import type { SQSRecord } from 'aws-lambda';
import { isConversionId } from '../conversion/conversion.ts';

/** The conversion that a message is about, or undefined when it is no message of ours. */
export function readJob(record: Pick<SQSRecord, 'body'>): string | undefined {
  try {
    const { conversion_id: id } = JSON.parse(record.body) as { conversion_id?: unknown };
    return typeof id === 'string' && isConversionId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
