import type {
  AttestDataRequest,
  CompleteRequestBody,
  PasswordFinishRequest,
  PasswordStartRequest,
  RegisterFinishRequest,
  RegisterStartRequest,
} from '@countersign/contracts'
import type { Head, UnlockRecord, VaultCommit } from '@countersign/vault'
import { type Call, callCore, type Fetch } from './http.ts'
import { readRequestDetails, readTexts } from './shapes.ts'

/** The contract's body, in the vault package's own types: core takes literal versions, the vault reads any number. */
type NewAccount = Omit<RegisterFinishRequest, 'vault'> & {
  readonly vault: Omit<RegisterFinishRequest['vault'], 'head' | 'unlock'> & {
    readonly head: Head
    readonly unlock: readonly UnlockRecord[]
  }
}

export type CoreApi = ReturnType<typeof createCoreApi>

/** The endpoints of core that the page needs, each checked for the shape it promises. Runs in the vault worker. */
export function createCoreApi({ coreUrl, fetch }: { coreUrl: string; fetch: Fetch }) {
  const call = (request: Call) => callCore(coreUrl, request, fetch)
  const post = async (path: string, body: unknown, sessionToken?: string) =>
    (await call({ method: 'POST', path, body, ...(sessionToken === undefined ? {} : { sessionToken }) })).body

  return {
    ...accountEndpoints(post),
    ...requestEndpoints(call, post),
    endSession: async (sessionToken: string) => {
      await call({ method: 'DELETE', path: '/api/session/', sessionToken })
    },
    readVault: async (sessionToken: string) => (await call({ method: 'GET', path: '/api/vault/', sessionToken })).body,
    commitVault: async (sessionToken: string, etag: string, commit: VaultCommit) => {
      await call({ method: 'POST', path: '/api/vault/commits/', body: commit, sessionToken, ifMatch: etag })
    },
  }
}

type Post = (path: string, body: unknown, sessionToken?: string) => Promise<unknown>

function accountEndpoints(post: Post) {
  return {
    startRegistration: async (body: RegisterStartRequest) =>
      readTexts(await post('/api/account/register/start/', body), [
        'registration_id',
        'user_id',
        'registration_response',
      ]),
    finishRegistration: async (body: NewAccount) =>
      readTexts(await post('/api/account/register/finish/', body), ['session_token', 'user_id']),
    startPasswordSignIn: async (body: PasswordStartRequest) =>
      readTexts(await post('/api/session/password/start/', body), ['login_id', 'login_response']),
    finishPasswordSignIn: async (body: PasswordFinishRequest) =>
      readTexts(await post('/api/session/password/finish/', body), ['session_token', 'user_id']),
  }
}

function requestEndpoints(call: (request: Call) => Promise<{ body: unknown }>, post: Post) {
  const pathOf = (id: string) => `/api/internal/oauth/requests/${encodeURIComponent(id)}/`
  return {
    readRequest: async (sessionToken: string, id: string) =>
      readRequestDetails((await call({ method: 'GET', path: pathOf(id), sessionToken })).body),
    attestData: async (sessionToken: string, body: AttestDataRequest) =>
      readTexts(await post('/api/internal/attest-data/', body, sessionToken), ['data_token']),
    completeRequest: async (sessionToken: string, id: string, body: CompleteRequestBody) =>
      readTexts(await post(`${pathOf(id)}complete/`, body, sessionToken), [
        'redirect_uri',
        'authorization_code',
        'state',
      ]),
    denyRequest: async (sessionToken: string, id: string) =>
      readTexts(await post(`${pathOf(id)}deny/`, {}, sessionToken), ['redirect_uri', 'state']),
  }
}
