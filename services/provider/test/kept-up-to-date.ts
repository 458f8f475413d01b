import { randomUUID } from 'node:crypto'
import { type DataUpdateClaims, signJws } from '@countersign/data-token'
import { newAppKey, sealFor } from '@countersign/data-token/testing'
import type { ClientRegistration } from '../src/index.ts'
import { ISSUER, type StartedProvider, type TestClient } from './started-provider.ts'

export type KeptGrant = {
  readonly client: TestClient
  /** Of the approval, and of each update. */
  readonly sealed: { readonly claim_names: readonly string[]; readonly claims_jwe: string }
  readonly userId: string
  readonly sub: string
  readonly grantId: string
  readonly tokens: { readonly access_token: string; readonly refresh_token: string }
}

type Changes = { readonly [Name in keyof DataUpdateClaims]?: DataUpdateClaims[Name] | undefined }
type Signing = { readonly keys?: StartedProvider['dataTokenKeys']; readonly type?: string }

const UPDATE_SECONDS = 30 * 86_400

/** People who let an app keep their data up to date, and their devices. */
export function keepingUpToDate(provider: StartedProvider) {
  const key = newAppKey()
  const claims = { email: 'ada@example.com' }

  async function register(changes: Partial<ClientRegistration> = {}): Promise<TestClient> {
    return provider.register({ claimsEncryptionKey: (await key).publicJwk, keepsUpToDate: true, ...changes })
  }

  async function approve(client: TestClient, userId: string = randomUUID()): Promise<KeptGrant> {
    const grantId = await provider.startRequest({ client_id: client.client_id })
    const { subject: sub = userId } = (await provider.readAs(userId, grantId)).json<{ subject?: string }>()
    const content = { claims, aud: client.client_id, sub, auth_request_id: grantId }
    const sealed = { claim_names: ['email'], claims_jwe: await sealFor(await key, content) }
    const approval = { user_id: userId, attested: { sub, claims: {}, ...sealed }, grant: { keeps_up_to_date: true } }
    const { authorization_code } = (await provider.complete(grantId, approval)).json()
    const tokens = (await provider.exchange(authorization_code, client)).json()
    return { client, sealed, userId, sub, grantId, tokens }
  }

  /** As core signs it, but for the changes. */
  function sign(grant: KeptGrant, changes: Changes = {}, { keys, type }: Signing = {}): string {
    const { signing } = keys ?? provider.dataTokenKeys
    if (!signing) throw new Error('These keys cannot sign.')
    const now = Math.floor(Date.now() / 1000)
    const about = { sub: grant.sub, aud: grant.client.client_id, auth_request_id: grant.grantId }
    const update = {
      iss: ISSUER,
      ...about,
      claims: {},
      ...grant.sealed,
      iat: now,
      exp: now + UPDATE_SECONDS,
      jti: randomUUID(),
      as_of: now,
      version: 1,
      ...changes,
    }
    return signJws(update, signing, type ?? 'data-update+jwt')
  }

  const post = ({ grantId, userId }: KeptGrant, data_token: string) =>
    provider.internal('POST', 'grant-updates/', { grant_id: grantId, user_id: userId, data_token })

  /** Sends a version; answers its token. */
  async function send(grant: KeptGrant, version: number): Promise<string> {
    const dataToken = sign(grant, { version })
    const response = await post(grant, dataToken)
    if (response.statusCode !== 200) throw new Error(response.body)
    return dataToken
  }

  /** The grant as its person has it listed. */
  async function listed({ userId }: KeptGrant) {
    const { grants } = (await provider.internal('GET', `grants/?user_id=${userId}`)).json()
    return grants[0]
  }

  async function act(userId: string, name: 'suspend' | 'unsuspend', change: number) {
    const at = new Date().toISOString()
    const note = { act_id: randomUUID(), act: name, at, by: 'administrator', reason: 'x', user_id: userId, change }
    return provider.internal('POST', 'people/acts/', note)
  }

  return { register, approve, sign, post, send, listed, act }
}
