import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { POSSIBLE, useAccount } from './account/use-account.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe.skipIf(!POSSIBLE)('the functions of the service, as synthesised', () => {
  const here = useAccount();
  const get = (path: string) => here.account.request({ method: 'GET', path: `/api/v1${path}` });

  it('tells that it works', async () => {
    const { status, json } = await get('/health');
    expect([status, json()]).toMatchObject([200, { success: true, data: { status: 'operational' } }]);
  });

  it('lists what the deployed engines can do', async () => {
    const { status, json } = await get('/formats');
    expect(status).toBe(200);
    expect(json().data).toBeDefined();
  });

  it('answers an unknown path and a preflight by the fallback', async () => {
    const { status, json } = await get('/nothing');
    expect([status, json()]).toMatchObject([404, { success: false, message: ERRORS.NOT_FOUND }]);
    const preflight = await here.account.request({ method: 'OPTIONS', path: '/api/v1/convert' });
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
  });

  it('knows nothing of a conversion that there is not', async () => {
    const { status, json } = await get(`/status/${UNKNOWN_ID}`);
    expect([status, json()]).toMatchObject([404, { data: { status: 'not_found' } }]);
    const download = await get(`/download/${UNKNOWN_ID}`);
    expect([download.status, download.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });
  it('sweeps', async () => {
    expect(await here.account.invoke('Sweep', {})).toBe(null);
  });
});
