import type { ClientCreation, ClientUpdate, InitialAccessTokenCreation } from '@countersign/contracts'
import {
  readAccess,
  readApp,
  readApps,
  readEvents,
  readFigures,
  readNewToken,
  readRegisteredApp,
  readRotatedSecret,
  readSigningKeys,
  readTokens,
} from './answers.ts'

/** One question to the administration: the path is below `/api/admin/` or `/api/console/`, whichever way it goes. */
export type ConsoleCall = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/**
 * Carries a question to the service, and answers the body.
 * @throws ClientError
 */
export type Send = (call: ConsoleCall) => Promise<unknown>

/** All that the console asks and changes, whoever asks. */
export type ConsoleApi = ReturnType<typeof createConsoleApi>

/** The two ways, by the administration token and by a person's session, differ in what carries a question and in nothing else. */
export function createConsoleApi(send: Send) {
  const get = (path: string) => send({ method: 'GET', path })
  const remove = async (path: string) => void (await send({ method: 'DELETE', path }))
  return {
    readAccess: async () => readAccess(await get('me/')),
    ...createAppCalls(send),

    listTokens: async () => readTokens(await get('initial-access-tokens/')),
    createToken: async (body: InitialAccessTokenCreation) =>
      readNewToken(await send({ method: 'POST', path: 'initial-access-tokens/', body })),
    removeToken: (tokenId: string) => remove(`initial-access-tokens/${tokenId}/`),

    listKeys: async () => readSigningKeys(await get('keys/')),
    rotateKeys: async (immediately: boolean) =>
      readSigningKeys(await send({ method: 'POST', path: 'keys/', body: { immediately } })),
    removeKey: (kid: string) => remove(`keys/${encodeURIComponent(kid)}/`),

    listEvents: async (query: Readonly<Record<string, string>>) =>
      readEvents(await get(`audit-events/?${new URLSearchParams(query)}`)),
    readFigures: async () => readFigures(await get('figures/')),
  }
}

function createAppCalls(send: Send) {
  const at = (clientId: string, below = '') => `clients/${encodeURIComponent(clientId)}/${below}`
  const post = (path: string, body: unknown = {}) => send({ method: 'POST', path, body })
  const remove = async (path: string) => void (await send({ method: 'DELETE', path }))
  return {
    listApps: async (query: Readonly<Record<string, string>>) =>
      readApps(await send({ method: 'GET', path: `clients/?${new URLSearchParams(query)}` })),
    readApp: async (clientId: string) => readApp(await send({ method: 'GET', path: at(clientId) })),
    registerApp: async (body: ClientCreation) => readRegisteredApp(await post('clients/', body)),
    changeApp: async (clientId: string, body: ClientUpdate) =>
      readApp(await send({ method: 'PATCH', path: at(clientId), body })),
    disableApp: async (clientId: string) => readApp(await post(at(clientId, 'disable/'))),
    enableApp: async (clientId: string) => readApp(await post(at(clientId, 'enable/'))),
    removeApp: (clientId: string) => remove(at(clientId)),
    setLogo: async (clientId: string, picture: Blob) =>
      void (await send({ method: 'PUT', path: at(clientId, 'logo/'), body: picture })),
    removeLogo: (clientId: string) => remove(at(clientId, 'logo/')),
    rotateSecret: async (clientId: string, overlapSeconds: number) =>
      readRotatedSecret(await post(at(clientId, 'secrets/'), { overlap_seconds: overlapSeconds })),
    removeSecret: (clientId: string, secretId: string) => remove(at(clientId, `secrets/${secretId}/`)),
  }
}
