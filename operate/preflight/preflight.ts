import type { Engine } from '../../functions/engines/engine.ts';
import { settle } from './ask.ts';
import { checkBootstrap } from './bootstrap.ts';
import { checkLayers, checkMemory, checkWebFunctions, type IsBuilt } from './checkout.ts';
import { checkConcurrency } from './concurrency.ts';
import { type Finding, ok } from './finding.ts';
import { findIdentity, type Identity } from './identity.ts';

export interface PreflightProps {
  /** The engines to deploy. */
  readonly engines: readonly Engine[];
  readonly layerIsBuilt: IsBuilt;
}

/** Checks whether this checkout can be deployed into the account of the credentials. It changes nothing. */
export async function preflight({ engines, layerIsBuilt }: PreflightProps): Promise<Finding[]> {
  const checkout = [...checkLayers(engines, layerIsBuilt), ...checkMemory(engines)];
  return [...(await settle(async () => checkAccount(await findIdentity()))), ...checkout];
}

async function checkAccount(identity: Identity): Promise<Finding[]> {
  const { account, arn, region } = identity;
  const checks = [checkConcurrency, () => checkBootstrap(identity)];
  const findings = await Promise.all(checks.map(settle));
  return [ok(`Account ${account}, region ${region}, as ${arn}.`), ...findings.flat(), ...checkWebFunctions(region)];
}
