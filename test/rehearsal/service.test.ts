import { randomBytes } from 'node:crypto';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { LARGEST_UPLOAD } from '../../functions/conversion/conversion.ts';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { tape } from '../archives/tape.ts';
import { wav } from '../support/sound.ts';
import { convert, convertRequest, download, sendForm, settled } from './account/client.ts';
import { tableClient } from './account/stand-ins.ts';
import { POSSIBLE, useAccount } from './account/use-account.ts';
import { sample } from './samples.ts';
import { ofType } from './template/template.ts';

describe.skipIf(!POSSIBLE)('the functions of the service, as synthesised', () => {
  const here = useAccount();
  const get = (path: string) => here.account.request({ method: 'GET', path: `/api/v1${path}` });

  /** What a function has done in AWS since the test began. */
  const did = (path: string) =>
    new Set(here.account.recorder.calls.filter(({ from }) => from === path).map(({ action }) => action));

  beforeEach(() => here.account?.recorder.calls.splice(0));

  it('is healthy, lists what the deployed engines can do, and gives its documents', async () => {
    expect((await get('/health')).json()).toMatchObject({ success: true, data: { status: 'operational' } });
    const formats = (await get('/formats')).body.toString();
    for (const format of ['heic', 'mkv', 'epub', 'pptx']) expect(formats).toContain(`"${format}"`);
    expect((await get('/openapi.json')).json().openapi).toBe('3.1.1');
    const page = await get('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('gives the web page, file by file, and lets it upload to the bucket', async () => {
    const index = await get('/page/index.html');
    expect([index.status, index.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(index.headers['content-security-policy']).toMatch(/connect-src 'self' https:\/\/\S+\.s3\.\S+;/);
    const [, script = ''] = /src="(\/page\/main-\w+\.js)"/.exec(index.body.toString()) ?? [];
    const main = await get(script);
    expect([main.status, main.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await get('/page/..%2Findex.mjs')).status).toBe(404);
  });

  it('answers what is unknown: a path, a preflight, a conversion', async () => {
    const nothing = await get('/nothing');
    expect([nothing.status, nothing.json()]).toMatchObject([404, { success: false, message: ERRORS.NOT_FOUND }]);
    const preflight = await here.account.request({ method: 'OPTIONS', path: '/api/v1/convert' });
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    const answer = await download(here.account, '00000000-0000-4000-8000-000000000000');
    expect([answer.status, answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });

  it('counts a conversion in the log of the function where it ends, without identifying it', async () => {
    const converted = await convert(here.account, await sample('photo.png'), 'jpg');
    const { conversion_id: id } = converted.json().data;
    const log = here.account.logOf('Functions/Convert');
    const lines = log.split('\n').filter((line) => line.includes('"_aws"'));
    const last = lines
      .map((line) => JSON.parse(line.slice(line.indexOf('{'))))
      .findLast(({ Conversions }) => Conversions);
    const { METRICS_NAMESPACE: Namespace } = here.account.function('Functions/Convert').environment;
    expect(last).toMatchObject({ engine: 'sharp', outcome: 'ok', pair: 'png jpg', Conversions: 1 });
    expect(last._aws.CloudWatchMetrics).toEqual([
      expect.objectContaining({ Namespace, Dimensions: [['engine', 'outcome']] }),
    ]);
    for (const secret of [id, 'photo']) expect(log).not.toContain(secret);
  });

  it('hands out a result once, and deletes it', async () => {
    const converted = await convert(here.account, await sample('photo.png'), 'webp');
    const { conversion_id: id, file_size: size } = converted.json().data;
    const first = await download(here.account, id);
    expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(first.body).toHaveLength(size);
    expect(await download(here.account, id)).toMatchObject({ status: 404 });
    expect(did('Functions/Download')).toContain('s3:DeleteObject');
    expect((await get(`/status/${id}`)).json().data).toMatchObject({ status: 'expired' });
  });

  it('converts what a client uploads to the bucket by itself', async () => {
    const { name, content } = await sample('sound.wav');
    const order = { filename: name, target_format: 'mp3' };
    const answer = await here.account.request({
      method: 'POST',
      path: '/api/v1/uploads',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.from(JSON.stringify(order)),
    });
    expect(answer.status, answer.body.toString()).toBe(200);
    const { data } = answer.json();
    expect(await sendForm(here.account, data, content)).toBe(204);
    expect((await settled(here.account, data.conversion_id)).json().data).toMatchObject({ status: 'ready' });
    expect(did('Intake')).toContain('sqs:SendMessage');
    const signed = here.account.recorder.calls.filter(({ from }) => from === undefined);
    expect(signed).toMatchObject([{ action: 's3:PutObject', signer: 'Functions/Uploads' }]);
  });

  it('converts 100 MB that come in one request by the ingest server, and gives the result whole', {
    timeout: 300_000,
  }, async () => {
    const content = randomBytes(LARGEST_UPLOAD - 3 * 512);
    const file = { name: 'noise.tar', content: tape([{ name: 'noise.bin', content }]) };
    expect(file.content).toHaveLength(LARGEST_UPLOAD);
    const { status, body } = await here.account.requestIngest(convertRequest(file, 'cpio'));
    expect(status, body.toString()).toBe(200);
    const { conversion_id: id } = JSON.parse(body.toString()).data;
    const { data } = (await settled(here.account, id)).json();
    expect(data).toMatchObject({ status: 'ready', result_format: 'cpio' });
    const result = await download(here.account, id);
    expect([result.status, result.body.length]).toEqual([200, data.file_size]);
    expect(result.body.includes(content)).toBe(true);
    expect(did('Ingest')).toEqual(new Set(['dynamodb:PutItem', 'dynamodb:GetItem', 's3:PutObject', 'sqs:SendMessage']));
  });

  it('sweeps results that were not downloaded in time', async () => {
    const converted = await convert(here.account, await sample('photo.png'), 'jpg');
    const { conversion_id: id } = converted.json().data;
    await makeOld(id);
    expect(await here.account.invoke('Sweep', {})).toBe(null);
    const deleted = here.account.recorder.calls.filter(
      ({ from, action }) => from === 'Sweep' && action === 's3:DeleteObject',
    );
    expect(deleted.map(({ resource }) => resource.replace(/^.*:::[^/]*/, ''))).toContain(`/results/${id}`);
    expect((await get(`/status/${id}`)).json().data).toMatchObject({ status: 'expired' });
  });

  /** Lets the time of a conversion be over for an hour. */
  async function makeOld(id: string): Promise<void> {
    const [[table] = ['']] = ofType(here.account.template, 'AWS::DynamoDB::GlobalTable');
    const client = tableClient(here.account.stores);
    const change = { expires_at: { Action: 'PUT' as const, Value: { N: `${Date.now() - 3_600_000}` } } };
    const Key = { conversion_id: { S: id } };
    await client.send(
      new UpdateItemCommand({ TableName: here.account.resolver.name(table), Key, AttributeUpdates: change }),
    );
    client.destroy();
  }
});

describe.skipIf(!POSSIBLE)('a job that is not done', () => {
  const here = useAccount(() => false);

  it('is reported as processing by a web function that is stopped while its client waits', async () => {
    const sent = here.account.requestIngest(convertRequest({ name: 'long.wav', content: wav(5 * 1024 * 1024) }, 'mp3'));
    const queued = () =>
      here.account.recorder.calls.some(({ from, action }) => from === 'Ingest' && action === 'sqs:SendMessage');
    await expect.poll(queued, { timeout: 20_000 }).toBe(true);
    await here.account.scaleIngestIn();
    const { status, body } = await sent;
    expect([status, JSON.parse(body.toString())]).toMatchObject([200, { data: { status: 'processing' } }]);
  });
});
