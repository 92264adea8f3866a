/** A function that does what its event says: to see how the rehearsal takes it. */
import { setTimeout } from 'node:timers/promises';

const deeds = {
  answer: (event, context) => ({ event, name: context.functionName, left: context.getRemainingTimeInMillis() }),
  throw: () => {
    throw new RangeError('thrown');
  },
  exit: () => process.exit(3),
  hang: () => setTimeout(60_000),
};

export const handler = async (event, context) => deeds[event.deed](event, context);

const streamed = {
  whole: (stream) => {
    const http = awslambda.HttpResponseStream.from(stream, { statusCode: 201, headers: { A: 'b' } });
    http.write('first ');
    http.end('second');
  },
  'throw at once': () => deeds.throw(),
  'throw later': async (stream) => {
    await new Promise((resolve) => stream.write('first', resolve));
    deeds.throw();
  },
  'break off': async (stream) => {
    await new Promise((resolve) => stream.write('first', resolve));
    stream.destroy(new Error('broken off'));
  },
};

export const streaming = awslambda.streamifyResponse(async (event, stream) => streamed[event.deed](stream));
