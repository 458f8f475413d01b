export { addressKey, isInNetworks, networkOf, widestAddressKey } from './client-address.ts'
export {
  fetchBytes,
  fetchCacheable,
  OPERATORS_NETWORK,
  OutboundFetchError,
  type OutboundLimits,
  type OutboundPolicy,
  PUBLIC_INTERNET,
  sendMessage,
} from './outbound-fetch.ts'
export { isPublicAddress, isPublicHost } from './public-address.ts'
