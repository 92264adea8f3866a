import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Snapshot, type Transition, transitionOf } from '../events/transition.ts';
import {
  type ConversionItem,
  fromItem,
  fromUploadItem,
  isConversion,
  isUpload,
  type UploadItem,
} from './conversion-item.ts';

/** An item as DynamoDB writes it. */
type Image = Readonly<Record<string, unknown>>;

/** A write to the table of conversions, as far as it is looked at: a record of its stream. */
export interface StreamRecord {
  readonly OldImage?: Image | undefined;
  readonly NewImage?: Image | undefined;
  /** When it was written, in seconds since the epoch. */
  readonly ApproximateCreationDateTime?: number | undefined;
}

/** What happened by a write to the table of conversions. */
export function transitionIn(record: StreamRecord): Transition | undefined {
  const seconds = record.ApproximateCreationDateTime ?? Date.now() / 1000;
  return transitionOf(snapshotIn(record.OldImage), snapshotIn(record.NewImage), Math.round(seconds * 1000));
}

function snapshotIn(image: Image | undefined): Snapshot | undefined {
  if (!image) return undefined;
  const item = unmarshall(image as Parameters<typeof unmarshall>[0]) as ConversionItem | UploadItem;
  const stored = item.shard !== undefined;
  if (isUpload(item)) return { upload: fromUploadItem(item as UploadItem), stored };
  // One that was deleted is as if it were forgotten.
  return isConversion(item) ? { conversion: fromItem(item), stored } : undefined;
}
