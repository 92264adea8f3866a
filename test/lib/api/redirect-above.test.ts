import { expect, it } from 'vitest';
import { LARGEST_STREAM } from '../../../functions/conversion/conversion.ts';
import { LAYERED, Synthesis } from '../synthesis.ts';

const variablesWith = (redirectAbove?: number) => {
  const synthesized = new Synthesis({ engines: [LAYERED], ...(redirectAbove !== undefined && { redirectAbove }) });
  const { download } = synthesized.service.functions.byRoute;
  return synthesized.resourceOf(download).Properties.Environment?.Variables;
};

it('sets the size above which the download function redirects, and nothing without the property', () => {
  expect(variablesWith(10_485_760)).toMatchObject({ REDIRECT_ABOVE: '10485760' });
  expect(variablesWith()).not.toHaveProperty('REDIRECT_ABOVE');
});

it.each([-1, 1.5, Number.NaN, LARGEST_STREAM + 1])('refuses to redirect above %s bytes', (bytes) => {
  expect(() => variablesWith(bytes)).toThrow(/redirectAbove is a number of bytes/);
});
