import type { Agent } from 'node:http'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { SocksProxyAgent } from 'socks-proxy-agent'
import { CommandError } from '../command-error.ts'

/** A way to the server, by which it sees another address. */
export type Network = {
  readonly name: string
  /** Undefined: Node's own. */
  readonly agent: Agent | undefined
}

export const DIRECT: Network = { name: 'this machine', agent: undefined }

/**
 * Reads the address of a proxy, whose password is not part of the name. HTTP proxies are asked by CONNECT; SOCKS
 * proxies look names up themselves, as Tor needs.
 * @throws CommandError
 */
export function readProxy(address: string): Network {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const name = url?.host ?? ''
  const options = { keepAlive: true }
  if (url && name && /^https?:$/.test(url.protocol)) return { name, agent: new HttpsProxyAgent(url, options) }
  if (url && name && /^socks5h?:$/.test(url.protocol))
    return { name, agent: new SocksProxyAgent(url.href.replace(/^socks5:/, 'socks5h:'), options) }
  throw new CommandError('--proxy takes the address of a proxy: http://host:port, https://… or socks5://…')
}
