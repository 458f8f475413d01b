import { createStatusLists, type TokenStatus } from '@countersign/data-token/status-list'
import { createLocalJWKSet } from 'jose'
import type { DeviceContext } from '../calls/handlers.ts'
import { currentSession } from '../session/state.ts'
import { type HeldCredential, heldCredentialsOf } from './credential-view.ts'

/** `unknown`: no list could be had, or none that the issuer has signed. */
export type CredentialStatus = {
  readonly id: string
  readonly status: TokenStatus | 'unknown'
  /** ISO 8601: when the issuer signed the list. */
  readonly asOf?: string | undefined
}

/** Of each revocable credential. Core fetches the lists, so that the issuer learns no device; core learns no entry. */
export async function readCredentialStatuses(context: DeviceContext): Promise<readonly CredentialStatus[]> {
  const { token, vault } = currentSession(context)
  const revocable = (await heldCredentialsOf(vault.items)).filter(({ status }) => status !== undefined)
  const load = async (uri: string) => (await context.api.readStatusList(token, uri)).token
  const fetched = new Map<string, Promise<string>>()
  const loadOnce = async (uri: string) => {
    const loading = fetched.get(uri) ?? load(uri)
    fetched.set(uri, loading)
    return loading
  }
  return Promise.all(revocable.map(async (each) => readStatus(each, { ...context, load: loadOnce })))
}

type Asking = Pick<DeviceContext, 'clock' | 'credentialIssuers'> & { readonly load: (uri: string) => Promise<string> }

async function readStatus(
  { id, issuer, issuerKeys: keys, status: claim }: HeldCredential,
  { clock, credentialIssuers: origins, load }: Asking,
): Promise<CredentialStatus> {
  try {
    const read = createStatusLists({ issuer, origins, getKey: createLocalJWKSet({ keys: [...keys] }), load })
    const { status, asOf } = await read(claim, new Date(clock.now()))
    return { id, status, asOf: new Date(asOf * 1000).toISOString() }
  } catch {
    return { id, status: 'unknown' }
  }
}
