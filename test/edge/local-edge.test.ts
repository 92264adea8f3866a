import { describe, expect, it } from 'vitest';
import { LARGEST_BODY, LARGEST_SMALL_BODY } from '../../functions/lanes.ts';
import { pickLane } from '../../local/edge.ts';
import { processorSeconds } from '../support/processor-seconds.ts';

const post = (headers: Parameters<typeof pickLane>[0]['headers']) => {
  return pickLane({ method: 'POST', path: '/api/v1/convert?x=1', headers, address: '192.0.2.7' });
};

describe('the edge on this machine', () => {
  it('sends each request where CloudFront would, one after the other', () => {
    expect(post({ 'content-length': `${LARGEST_SMALL_BODY}` })).toEqual({ lane: 'api' });
    expect(post({ 'content-length': `${LARGEST_BODY}` })).toEqual({ lane: 'ingest' });
    expect(pickLane({ method: 'OPTIONS', path: '/api/v1/convert', headers: {}, address: '' })).toEqual({
      lane: 'api',
    });
    expect(post({ 'transfer-encoding': 'chunked' })).toEqual({ lane: 'ingest' });
    expect(post({})).toEqual({ lane: 'ingest' });
  });

  it('refuses what is too large for every lane, with an answer that can be sent as it is', () => {
    const choice = post({ 'content-length': `${LARGEST_BODY + 1}`, 'set-cookie': ['a', 'b'] });
    expect(choice).toEqual({
      refusal: {
        statusCode: 413,
        headers: expect.objectContaining({ 'content-type': 'application/json; charset=utf-8' }),
        body: expect.stringMatching(/^\{"success":false,"message":"File too large",.*"code":"FILE_TOO_LARGE",.*\}$/),
      },
    });
  });

  it('is quick enough to run at each request', () => {
    const asked = () => {
      for (let round = 0; round < 1000; round += 1) post({ 'content-length': '1' });
    };
    expect(processorSeconds(asked)).toBeLessThan(1);
  });
});
