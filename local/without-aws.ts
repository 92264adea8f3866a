/**
 * Replaces `services/aws` where Node is started with `--conditions=one-machine`: the service on one machine uses no AWS
 * client, and the SDK would take 25 MB of memory and a fifth of a second to load.
 */
function build(): never {
  throw new Error('There is no AWS on this machine');
}

export {
  build as buildCallers,
  build as buildConverter,
  build as buildDeliveries,
  build as buildDropped,
  build as buildEventBus,
  build as buildFiles,
  build as buildJobs,
  build as buildLedger,
  build as buildMessages,
  build as buildMeter,
  build as buildPlaces,
  build as buildRecords,
  build as buildReports,
  build as startLongVideo,
};
