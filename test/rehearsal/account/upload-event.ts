import { REGION } from '../template/stand-in-values.ts';
import type { Resource } from '../template/template.ts';

interface Notification {
  readonly Event: string;
  readonly Function: unknown;
  readonly Filter?: {
    readonly S3Key: { readonly Rules: readonly { readonly Name: string; readonly Value: string }[] };
  };
}

/** The event for a file that came with a form, if the bucket's notifications say that somebody is told of it. */
export function uploadEvent({ Properties }: Resource, bucket: string, key: string) {
  const { LambdaConfigurations: notifications = [] } = (Properties.NotificationConfiguration ?? {}) as {
    LambdaConfigurations?: readonly Notification[];
  };
  const told = notifications.find(
    ({ Event, Filter }) =>
      ['s3:ObjectCreated:Post', 's3:ObjectCreated:*'].includes(Event) &&
      (Filter?.S3Key.Rules ?? []).every(({ Name, Value }) =>
        Name.toLowerCase() === 'prefix' ? key.startsWith(Value) : key.endsWith(Value),
      ),
  );
  if (!told) return undefined;
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: REGION,
    eventTime: new Date().toISOString(),
    eventName: 'ObjectCreated:Post',
    s3: {
      s3SchemaVersion: '1.0',
      bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
      object: { key: encodeURIComponent(key).replaceAll('%2F', '/') },
    },
  };
  return { functionArn: told.Function, event: { Records: [record] } };
}
