export { addCountsTo } from './rate-limit.store.ts'
export {
  type Count,
  createNetworkLimiter,
  createRateLimiter,
  type NetworkLimiter,
  type RateLimiter,
} from './rate-limiter.ts'
export { type AddCounts, shareLimits, startSharingLimits } from './shared-limits.ts'
export { BEGINS, shedLoad } from './shed-load.ts'
