import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { read, useLocalService } from '../support/local-service.ts';

const service = useLocalService();

describe('GET /api/v1/health', () => {
  it('is operational, with the version of the interface and the time', async () => {
    const { status, body } = await read(service.request('/api/v1/health'));
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: { version: expect.stringMatching(/^\d+\.\d+$/), timestamp: body.timestamp, status: 'operational' },
      timestamp: expect.any(String),
    });
    expect(Math.abs(Date.parse(body.timestamp ?? '') - Date.now())).toBeLessThan(5000);
  });
});

describe('GET /api/v1/formats', () => {
  it('lists what the engines here can do, both ways', async () => {
    const { status, body } = await read(service.request('/api/v1/formats'));
    expect(status).toBe(200);
    const formats = body.data.formats as Record<string, string | string[]>[];
    const sources = Object.keys(Object.assign({}, ...ENGINES.map(({ conversions }) => conversions)));
    expect(formats.map(({ format }) => format)).toEqual(expect.arrayContaining(sources));
    expect(formats.find(({ format }) => format === 'jpg')?.can_convert_to).toEqual(
      expect.arrayContaining(['png', 'webp']),
    );
  });
});

describe('every other request', () => {
  it.each([
    ['POST', '/'],
    ['GET', '/api/v1/nope'],
    ['GET', '/api/v2/health'],
    ['GET', '/api/v1/health/'],
    ['POST', '/api/v1/health'],
    ['DELETE', '/api/v1/download/11111111-1111-4111-8111-111111111111'],
    ['GET', '/api/v1/download/a/b'],
    ['GET', '//api/v1/health'],
    ['GET', '/%'],
    ['GET', '/api/v1/status/%E0%A4%A'],
  ])('%s %s is 404 in the envelope', async (method, path) => {
    const { status, body } = await read(service.request(path, { method }));
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, code: 'NOT_FOUND', message: 'Not found', error: expect.any(String) });
  });
});
