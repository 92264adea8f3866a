import type { RequestListener } from 'node:http';
import { checkSignature } from '../../stand-ins/signed-request.ts';
import { type Answer, openDoor, passTo } from '../aws/door.ts';
import type { Service } from '../aws/read-calls.ts';
import type { Recorder } from '../aws/recorder.ts';
import { answerInvocation, type Invoke } from '../lambda/control.ts';
import { PORTS } from '../lambda/runtime-environment.ts';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Stores } from './stand-ins.ts';

/** Who answers a function at the ports of AWS's services; the stand-ins check the signatures. */
export function openDoors(
  fn: DeployedFunction,
  recorder: Recorder,
  stores: Stores,
  invoke: Invoke,
): Readonly<Record<number, RequestListener>> {
  const answers: Readonly<Record<Service, Answer>> = {
    s3: passTo(stores.s3),
    dynamodb: passTo(stores.dynamodb),
    sqs: passTo(stores.sqs),
    lambda: (request, response) => {
      checkSignature({ ...request, url: `${request.url.pathname}${request.url.search}` }, stores.credentials);
      return answerInvocation(request, response, invoke);
    },
  };
  const doors = Object.entries(answers) as [Service, Answer][];
  return Object.fromEntries(
    doors.map(([service, answer]) => [PORTS[service], openDoor(recorder, fn, service, answer)]),
  );
}
