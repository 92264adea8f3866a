/** What the stream of the table of conversions says; on AWS alone. */
export { transitionIn } from '../storage/stream-record.ts';
