import { tell } from '../../functions/events/listener.ts';
import { type Snapshot, transitionOf } from '../../functions/events/transition.ts';
import { causeInLog, logger } from '../../functions/logger.ts';
import { eventListeners } from '../../functions/services/listeners.ts';
import type { StoredRecord } from './stored-record.ts';

/** Told of every change of a record. @param before undefined: there was none */
export type OnChange = (before: StoredRecord | undefined, after: StoredRecord) => void;

/** Tells who listens what a change of a record did, after it: on AWS the stream of the table does this. */
export const announceChange: OnChange = (before, after) => {
  const transition = transitionOf(snapshotOf(before), snapshotOf(after), Date.now());
  if (!transition) return;
  tell(transition, eventListeners()).catch((error: unknown) =>
    logger.error('An event could not be delivered', { cause: causeInLog(error) }),
  );
};

/** One that was deleted is as if it were forgotten. */
function snapshotOf(record: StoredRecord | undefined): Snapshot | undefined {
  return record && !('erased' in record) ? record : undefined;
}
