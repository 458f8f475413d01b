/**
 * Settings of fast-check: a new seed for each run, which it prints when a property fails, or the one in FC_SEED, to see that
 * failure again.
 */
export function fuzzSeed(): { readonly seed?: number } {
  const given = process.env['FC_SEED']
  return given === undefined ? {} : { seed: Number(given) }
}
