import { type Countersign, createCountersign } from '../countersign.ts'
import { SignInError } from '../errors.ts'
import { checkFlow } from '../flow.ts'
import type { CompletedSignIn } from '../results.ts'
import { checkSettings, isLoopback } from '../settings.ts'
import { readAddress } from './address.ts'
import { describeClient } from './client-document.ts'
import { findIssuer, isIssuer } from './find-issuer.ts'
import type { OwnServerFlow, OwnServers, OwnServersSettings } from './own-server.ts'
import { createStrangerFetch } from './stranger-fetch.ts'

export type Servers = Omit<OwnServers, 'finishSignIn'> & {
  readonly finishSignIn: (
    callbackUrl: string | URL | undefined,
    flow: OwnServerFlow | undefined,
  ) => Promise<CompletedSignIn>
}

const DEFAULT_SCOPES = ['openid']
/** Strangers name them: each holds its metadata and keys. */
const MOST_SERVERS = 100
/** Stands for any while the settings are checked. */
const ANY_ISSUER = 'https://any.example'

/** @throws TypeError for settings that cannot work */
export function createServers(settings: OwnServersSettings): Servers {
  const { clientName, allowLoopback = false, fetch: given, claimsDecryptionKey, ...others } = settings
  if (claimsDecryptionKey === undefined) throw new TypeError('claimsDecryptionKey is missing: see keepClaimsKey.')
  const common = { ...others, scopes: others.scopes ?? DEFAULT_SCOPES, claimsDecryptionKey }
  const { clientId, redirectUri } = checkSettings({ ...common, issuer: ANY_ISSUER })
  checkClientId(clientId, allowLoopback)
  const document = describeClient({ ...common, clientName, clientId, redirectUri })
  const ask = createStrangerFetch({ fetch: given, allowLoopback })
  const known = new Map<string, Countersign>()

  const at = (issuer: string): Countersign => {
    if (!isIssuer(issuer, allowLoopback)) throw new TypeError('This is no issuer: take that of a sign-in.')
    const server = known.get(issuer) ?? createCountersign({ ...common, issuer, fetch: ask })
    known.delete(issuer)
    known.set(issuer, server)
    for (const oldest of [...known.keys()].slice(0, -MOST_SERVERS)) known.delete(oldest)
    return server
  }
  return {
    clientDocument: () => document,
    beginSignIn: async (typed) => {
      const address = readAddress(typed, allowLoopback)
      try {
        const issuer = await findIssuer(address, { fetch: ask, allowLoopback })
        const { url, flow } = await at(issuer).beginSignIn({ loginHint: address.loginHint })
        return { url, flow: { ...flow, issuer } }
      } catch (error) {
        throw blameServer(error)
      }
    },
    finishSignIn: async (callbackUrl, flow) => {
      const { issuer } = await checkFlow(flow)
      return at(issuer).finishSignIn(callbackUrl, flow)
    },
    at,
  }
}

function checkClientId(clientId: string, allowLoopback: boolean): void {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined
  const isAllowed = url?.protocol === 'https:' || (allowLoopback && url !== undefined && isLoopback(url))
  if (isAllowed && url?.href === clientId && url.pathname !== '/' && url.hash === '') return
  throw new TypeError(
    'clientId must be the https address of the app’s document, with a path, as in https://app.example/client.json; allowLoopback lets it be on this machine.',
  )
}

/** The server's fault and not the app's: no reason to alert who runs the app. */
function blameServer(error: unknown): unknown {
  if (!(error instanceof SignInError) || error.code === 'unusable_server') return error
  return new SignInError('unusable_server', error.message, { cause: error })
}
