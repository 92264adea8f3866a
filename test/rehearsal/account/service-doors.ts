import type { RequestListener } from 'node:http';
import { type Answer, openDoor, passTo } from '../aws/door.ts';
import type { Service } from '../aws/read-calls.ts';
import type { Recorder } from '../aws/recorder.ts';
import { answerInvocation, type Invoke } from '../lambda/control.ts';
import { PORTS } from '../lambda/runtime-environment.ts';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Stores } from './stand-ins.ts';

/** Who answers a function at the ports of AWS's services. */
export function openDoors(
  fn: DeployedFunction,
  recorder: Recorder,
  stores: Stores,
  invoke: Invoke,
): Readonly<Record<number, RequestListener>> {
  const answers: Readonly<Record<Service, Answer>> = {
    s3: passToBucket(stores),
    dynamodb: passTo(stores.dynamodb),
    sqs: passTo(stores.sqs),
    lambda: (request, response) => answerInvocation(request, response, invoke),
  };
  const doors = Object.entries(answers) as [Service, Answer][];
  return Object.fromEntries(
    doors.map(([service, answer]) => [PORTS[service], openDoor(recorder, fn, service, answer)]),
  );
}

/** The stand-in has one bucket, of another name. */
function passToBucket({ s3, bucket }: Stores): Answer {
  const pass = passTo(s3);
  return (request, response) => {
    const { url } = request;
    const pathname = url.pathname.replace(/^\/[^/]+/, `/${bucket}`);
    return pass({ ...request, url: new URL(`${pathname}${url.search}`, url) }, response);
  };
}
