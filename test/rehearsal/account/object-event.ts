import { randomUUID } from 'node:crypto';
import { ACCOUNT, REGION } from '../template/stand-in-values.ts';
import type { Resource } from '../template/template.ts';

/** A rule of EventBridge, as far as it is about files. */
interface ObjectPattern {
  readonly source?: readonly string[];
  readonly 'detail-type'?: readonly string[];
  readonly detail?: {
    readonly bucket?: { readonly name?: readonly string[] };
    readonly object?: { readonly key?: readonly { readonly prefix: string }[] };
  };
}

/** What EventBridge tells of a file that was put into a bucket which says so. */
export function objectEvent(bucket: string, key: string, etag: string) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Object Created',
    source: 'aws.s3',
    account: ACCOUNT,
    time: new Date().toISOString(),
    region: REGION,
    resources: [`arn:aws:s3:::${bucket}`],
    detail: {
      version: '0',
      bucket: { name: bucket },
      object: { key, etag: etag.replaceAll('"', ''), sequencer: Date.now().toString(16).toUpperCase() },
      reason: 'PutObject',
    },
  };
}

/** Whether a rule is about such an event. @param pattern of the rule, resolved */
export function isAbout(pattern: unknown, { source, detail, ...event }: ReturnType<typeof objectEvent>): boolean {
  const { source: sources, 'detail-type': types, detail: wanted } = (pattern ?? {}) as ObjectPattern;
  if (!sources?.includes(source) || !types?.includes(event['detail-type'])) return false;
  const keys = wanted?.object?.key ?? [{ prefix: '' }];
  return (
    (wanted?.bucket?.name?.includes(detail.bucket.name) ?? true) &&
    keys.some(({ prefix }) => detail.object.key.startsWith(prefix))
  );
}

/** The logical ids of the queues that a rule tells. */
export function queuesOf({ Properties }: Resource): string[] {
  const targets = Properties.Targets as readonly {
    readonly Arn: { readonly 'Fn::GetAtt'?: readonly [string, string] };
  }[];
  return targets.map(({ Arn }) => Arn['Fn::GetAtt']?.[0] ?? '');
}
