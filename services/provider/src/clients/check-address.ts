import { isPublicHost } from '@countersign/service/network'
import { ClientRegistrationError } from './client-errors.ts'

/** @throws ClientRegistrationError */
export function checkShownAddress(wire: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= 2_048) return
  throw new ClientRegistrationError(`${wire} must be an https address without user information.`)
}

/**
 * The server never calls https on its own machine or network, in any deployment.
 * @throws ClientRegistrationError
 */
export function checkCalledAddress(wire: string, address: string): void {
  if (isPublicHost(new URL(address).hostname)) return
  throw new ClientRegistrationError(
    `The host of ${wire} has no public address: this server calls no https address of its own machine or network.`,
  )
}
