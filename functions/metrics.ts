/**
 * What CloudWatch counts, in the namespace of the service. Each metric is paid for with each combination of its
 * dimensions, $0.30 a month while it has data: so no metric has more of them than a question needs that is asked of it.
 * The infrastructure draws and watches these by name.
 */
export const METRICS = {
  /** The conversions that ended, by engine and outcome. */
  conversions: 'Conversions',
  /** 1 for each that ended by our fault, 0 for each other: its average is the rate of failure of an engine. */
  faults: 'Faults',
  /** Seconds in the engine, of those that went well, by engine. */
  engineSeconds: 'EngineSeconds',
  /** Seconds from the request to the first attempt, of those that went through a queue, by engine. */
  queueWait: 'QueueWait',
  /** Bytes of the sources, of those that went well, of all engines together: by outcome, which is `ok`. */
  bytesIn: 'BytesIn',
  /** Bytes of the results, likewise. */
  bytesOut: 'BytesOut',
} as const;

/** The dimensions of the metrics. */
export const DIMENSIONS = { engine: 'engine', outcome: 'outcome' } as const;
