import { expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { useLocalService } from '../support/local-service.ts';
import { faults, outcomes } from './outcomes.ts';

const service = useLocalService({ engines: ENGINES.filter(({ name }) => name !== 'office') });

it('the smoke test says which engine is missing', async () => {
  const all = await outcomes(`${service.origin}/api/v1/`, ['office', 'sharp']);
  expect(faults(all)).toEqual(['office: words.txt to pdf']);
  expect(all.find(({ fault }) => fault)?.fault).toMatch(/400 UNSUPPORTED_CONVERSION/);
});
