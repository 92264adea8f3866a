import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import type { FileStore, RecordStores } from '../../functions/conversion/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { DynamoConversions } from '../../functions/storage/dynamo-conversions.ts';
import { dynamoSecret } from '../../functions/storage/dynamo-secret.ts';
import { DynamoUploads } from '../../functions/storage/dynamo-uploads.ts';
import { S3Files } from '../../functions/storage/s3-files.ts';
import { BucketFiles } from '../../local/bucket/bucket-files.ts';
import { BucketSigner } from '../../local/bucket/bucket-signer.ts';
import type { OnChange } from '../../local/records/announce-changes.ts';
import { RecordTable } from '../../local/records/record-table.ts';
import { SqliteConversions } from '../../local/records/sqlite-conversions.ts';
import { SqliteUploads } from '../../local/records/sqlite-uploads.ts';
import { openS3Door } from '../stand-ins/s3-door.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Sets up an implementation for the tests of a `describe`, before they begin. */
type Use<T> = () => T;

/** The stores of records: against the stand-ins for AWS, and on one machine. */
export const RECORD_STORES: readonly (readonly [name: string, use: Use<RecordStores>])[] = [
  ['in DynamoDB', () => useDynamo()],
  ['on one machine', () => useSqlite()],
];

export interface FilesUnderTest {
  readonly store: FileStore;
  readonly folder: string;
}

export const FILE_STORES: readonly (readonly [name: string, use: Use<FilesUnderTest>])[] = [
  ['in S3', useS3],
  ['on one machine', useBucket],
];

/** @param prepare what is done with the client first */
export function useDynamo(prepare?: (client: DynamoDBClient, table: string) => void): RecordStores {
  useStandIns();
  return later(() => {
    const [client, table] = [new DynamoDBClient(), readEnvironment(ENVIRONMENT.conversionsTable)];
    prepare?.(client, table);
    const secret = dynamoSecret(client, table);
    return { secret, conversions: new DynamoConversions(client, table), uploads: new DynamoUploads(client, table) };
  });
}

/** @param onChange told of each change of a record */
export function useSqlite(onChange?: OnChange): RecordStores {
  const folder = temporaryFolder();
  return later(() => {
    const table = new RecordTable(join(folder, 'records.sqlite'), onChange);
    afterAll(() => table.close());
    const secret = async () => 'secret';
    return { secret, conversions: new SqliteConversions(table), uploads: new SqliteUploads(table) };
  });
}

function useS3(): FilesUnderTest {
  const standIns = useStandIns();
  return later(() => ({
    folder: standIns.files,
    store: new S3Files(new S3Client({ forcePathStyle: true }), readEnvironment(ENVIRONMENT.filesBucket)),
  }));
}

function useBucket(): FilesUnderTest {
  const folder = join(temporaryFolder(), 's3');
  return later(async () => {
    mkdirSync(folder);
    const credentials = { accessKeyId: 'local', secretAccessKey: randomUUID() };
    const door = await openS3Door({ bucket: 'files', folder, credentials }, () => undefined);
    afterAll(() => door.close());
    const signer = new BucketSigner({ address: () => door.address, bucket: 'files', credentials });
    return { folder, store: new BucketFiles(door.bucket, signer) };
  });
}

/** A value that is made before the first test. */
export function later<T extends object>(make: () => T | Promise<T>): T {
  const made = {} as T;
  beforeAll(async () => void Object.assign(made, await make()));
  return made;
}
