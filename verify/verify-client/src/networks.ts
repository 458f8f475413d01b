import type { Agent } from 'node:http'
import { VerifyError } from './verify-error.ts'

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
 * @throws VerifyError
 */
export async function readProxy(address: string): Promise<Network> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const agent = url?.host ? await createAgent(url) : undefined
  if (url && agent) return { name: url.host, agent }
  throw new VerifyError('--proxy takes the address of a proxy: http://host:port, https://… or socks5://…')
}

/** Loaded only here: other commands start faster. */
async function createAgent(url: URL): Promise<Agent | undefined> {
  const options = { keepAlive: true }
  if (/^https?:$/.test(url.protocol)) return new (await import('https-proxy-agent')).HttpsProxyAgent(url, options)
  if (!/^socks5h?:$/.test(url.protocol)) return undefined
  const { SocksProxyAgent } = await import('socks-proxy-agent')
  return new SocksProxyAgent(url.href.replace(/^socks5:/, 'socks5h:'), options)
}
