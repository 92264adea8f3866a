import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { S3Files } from '../../functions/storage/s3-files.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();
const KEY = "results/it's (a) key!*+ü";
const bucket = () => readEnvironment(ENVIRONMENT.filesBucket);
const s3 = (options = {}) => new S3Client({ forcePathStyle: true, ...options });

beforeAll(() => new S3Files(s3(), bucket()).put(KEY, Buffer.from('content'), 'text/plain'));
afterEach(() => vi.useRealTimers());

const link = () =>
  new S3Files(s3(), bucket()).link(KEY, Date.now() + 60_000, { 'Content-Disposition': 'attachment; filename="a b"' });
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

describe('a stand-in', () => {
  it('serves who has the key', async () => {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket(), Key: KEY }));
    expect(await Body?.transformToString()).toBe('content');
    const { TableNames } = await new DynamoDBClient().send(new ListTablesCommand());
    expect(TableNames).toContain(readEnvironment(ENVIRONMENT.conversionsTable));
    const { QueueUrls } = await new SQSClient({ useQueueUrlAsEndpoint: false }).send(new ListQueuesCommand());
    expect(QueueUrls?.length).toBeGreaterThan(1);
  });

  it('serves nobody who has another key', async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    await expect(s3({ credentials }).send(new GetObjectCommand({ Bucket: bucket(), Key: KEY }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
    await expect(new DynamoDBClient({ credentials }).send(new ListTablesCommand())).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    const queues = new SQSClient({ credentials, useQueueUrlAsEndpoint: false });
    await expect(queues.send(new ListQueuesCommand())).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });

  it.each(['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL_SQS', 'AWS_ENDPOINT_URL_DYNAMODB'])(
    'answers nothing that is not signed: %s',
    async (variable) => {
      const address = readEnvironment(variable);
      for (const path of ['/', `/${bucket()}`, `/${bucket()}/${KEY}`, '/%', '/?X-Amz-Signature=x'])
        for (const method of ['GET', 'PUT', 'POST', 'DELETE'])
          expect([400, 403]).toContain(await statusOf(`${address}${path}`, { method }));
    },
  );

  it('is reached on loopback only', async () => {
    const others = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
    );
    for (const { address: host } of others)
      for (const variable of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL_SQS', 'AWS_ENDPOINT_URL_DYNAMODB']) {
        const { port } = new URL(readEnvironment(variable));
        const failed = new Promise((resolve) =>
          request({ host, port }).once('error', resolve).once('response', resolve).end(),
        );
        expect(await failed).toMatchObject({ code: 'ECONNREFUSED' });
      }
  });
});

describe('a link', () => {
  it('is good for what it was made for', async () => {
    const response = await fetch(await link());
    expect(await response.text()).toBe('content');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a b"');
  });

  it.each<[string, (url: string) => string]>([
    ['another file', (url) => url.replace('results', 'sources')],
    ['another header', (url) => url.replace('attachment', 'inline')],
    ['a longer time', (url) => url.replace(/Expires=\d+/, 'Expires=6000')],
    ['a later day', (url) => url.replace(/Date=\d{8}/, 'Date=29991231')],
    ['no signature', (url) => url.replace(/X-Amz-Signature=\w+/, '')],
    ['half a signature', (url) => url.replace(/(X-Amz-Signature=\w{32})\w+/, '$1')],
  ])('is no good for %s', async (_, change) => {
    expect(await statusOf(change(await link()))).toBe(403);
  });

  it('is no good for another method, or later', async () => {
    const url = await link();
    expect(await statusOf(url, { method: 'DELETE' })).toBe(403);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect(await statusOf(url)).toBe(403);
  });
});
