import { createStatusLists, type TokenStatus } from '@countersign/data-token/status-list'
import { createLocalJWKSet } from 'jose'
import type { DeviceContext } from '../calls/handlers.ts'
import { currentSession } from '../session/state.ts'
import type { HeldCredential } from './credential-view.ts'

export type CredentialStatus = {
  /** `unknown`: no list could be had, or none that the issuer has signed. */
  readonly status: TokenStatus | 'unknown'
  /** Apps that check it refuse it. */
  readonly isOutOfForce: boolean
  /** ISO 8601: when the issuer signed the list. */
  readonly asOf?: string | undefined
}

/** By `id`. */
export type CredentialStatuses = Readonly<Record<string, CredentialStatus>>

/** Core fetches the lists, so that the issuer learns no device; core learns no entry. */
export async function readStatuses(
  context: DeviceContext,
  revocable: readonly HeldCredential[],
): Promise<CredentialStatuses> {
  const { token } = currentSession(context)
  const fetched = new Map<string, Promise<string>>()
  const load = async (uri: string) => {
    const loading = fetched.get(uri) ?? context.api.readStatusList(token, uri).then((list) => list.token)
    fetched.set(uri, loading)
    return loading
  }
  const read = revocable.map(async (each) => [each.id, await readStatus(each, { ...context, load })] as const)
  return Object.fromEntries(await Promise.all(read))
}

type Asking = Pick<DeviceContext, 'clock' | 'credentialIssuers'> & { readonly load: (uri: string) => Promise<string> }

async function readStatus(
  { issuer, issuerKeys: keys, status: claim }: HeldCredential,
  { clock, credentialIssuers: origins, load }: Asking,
): Promise<CredentialStatus> {
  try {
    const read = createStatusLists({ issuer, origins, getKey: createLocalJWKSet({ keys: [...keys] }), load })
    const { status, asOf } = await read(claim, new Date(clock.now()))
    return { status, isOutOfForce: status !== 'valid', asOf: new Date(asOf * 1000).toISOString() }
  } catch {
    return { status: 'unknown', isOutOfForce: false }
  }
}
