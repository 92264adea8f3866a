import avsc from 'avsc';

export const MAGIC = 'Obj\u0001';

const SYNC = { type: 'fixed', size: 16 };

/** The header of a file, and its blocks (Avro 1.12, Object Container Files). */
export const HEADER = avsc.Type.forSchema({
  type: 'record',
  fields: [
    { name: 'magic', type: { type: 'fixed', size: MAGIC.length } },
    { name: 'meta', type: { type: 'map', values: 'bytes' } },
    { name: 'sync', type: SYNC },
  ],
} as avsc.Schema);
export const BLOCK = avsc.Type.forSchema({
  type: 'record',
  fields: [
    { name: 'count', type: 'long' },
    { name: 'data', type: 'bytes' },
    { name: 'sync', type: SYNC },
  ],
} as avsc.Schema);
