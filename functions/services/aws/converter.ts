import { LambdaClient } from '@aws-sdk/client-lambda';
import type { Converter } from '../../conversion/converter.ts';
import type { FileStore } from '../../conversion/stores.ts';
import { ENVIRONMENT, engineFunctionVariable, readEnvironment } from '../../environment.ts';
import { LambdaConverter } from '../lambda-converter.ts';

/** The engines in functions of their own. @param files with their sources, and for their results */
export function buildConverter(files: FileStore): Converter {
  return new LambdaConverter(new LambdaClient(), files, {
    functionName: (engine) => readEnvironment(engineFunctionVariable(engine)),
    engines: () =>
      namesIn(process.env[ENVIRONMENT.engines]).filter((name) => process.env[engineFunctionVariable(name)]),
    perAccount: process.env[ENVIRONMENT.isolation] === 'account',
    inChunks: process.env[ENVIRONMENT.longVideoFunction] !== undefined,
  });
}

function namesIn(list = ''): string[] {
  return list.split(',').filter((name) => name !== '');
}
