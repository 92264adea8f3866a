/** How often each is measured; the figures are medians. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

/** How long each rate is measured, in seconds. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 12);
