import { LambdaClient } from '@aws-sdk/client-lambda';
import type { Converter } from '../conversion/converter.ts';
import { ENVIRONMENT, engineFunctionVariable, readEnvironment } from '../environment.ts';
import { LambdaConverter } from './lambda-converter.ts';
import { storage } from './storage.ts';

let engines: Converter | undefined;

/** The way to the engines, built on first use: their functions, unless this machine has said where else they are. */
export function converter(): Converter {
  engines ??= build();
  return engines;
}

/** Has everybody in this process use other engines than the functions on AWS. */
export function useConverter(other: Converter): void {
  engines = other;
}

function build(): Converter {
  return new LambdaConverter(new LambdaClient(), storage().files, {
    functionName: (engine) => readEnvironment(engineFunctionVariable(engine)),
    perAccount: process.env[ENVIRONMENT.isolation] === 'account',
  });
}
