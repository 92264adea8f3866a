import { tell } from '../../functions/events/listener.ts';
import { type Snapshot, transitionOf } from '../../functions/events/transition.ts';
import { causeInLog, logger } from '../../functions/logger.ts';
import { eventListeners } from '../../functions/services/listeners.ts';
import type { StoredRecord } from './stored-record.ts';

/** Called after each change of a record. @param before undefined for a new record */
export type OnChange = (before: StoredRecord | undefined, after: StoredRecord) => void;

/** Notifies the listeners of a changed record, as the stream of the table does on AWS. */
export const announceChange: OnChange = (before, after) => {
  const transition = transitionOf(snapshotOf(before), snapshotOf(after), Date.now());
  if (!transition) return;
  tell(transition, eventListeners()).catch((error: unknown) =>
    logger.error('An event could not be delivered', { cause: causeInLog(error) }),
  );
};

/** The state of a record for listeners; a deleted one has none. */
function snapshotOf(record: StoredRecord | undefined): Snapshot | undefined {
  return record && !('erased' in record) ? record : undefined;
}
