import {
  AdministrationAccess,
  type AuditEvent,
  AuditEventList,
  type ClientCreation,
  ClientResource,
  ClientTexts,
  type ClientUpdate,
  HealthReport,
  type InitialAccessTokenCreation,
  InitialAccessTokenList,
  NewInitialAccessToken,
  RotatedSecret,
  SigningKeyList,
} from '@countersign/contracts'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { createCatalogueOperations } from './catalogue-operations.ts'
import { createCheckOperations } from './check-operations.ts'
import { checked } from './checked.ts'
import { createCoreOperations } from './core-operations.ts'

/** Every attribute of a client, its key by the curve alone. */
const App = Type.Object({
  ...ClientResource.properties,
  claims_encryption_jwk: Type.Union([Type.Object({ crv: Type.String() }), Type.Null()]),
})
const RegisteredApp = Type.Object({ ...App.properties, client_secret: Type.Optional(Type.String()) })
const AppList = Type.Object({ clients: Type.Array(App), next_cursor: AuditEventList.properties.next_cursor })

export type AuditedEvent = Static<typeof AuditEvent>
export type App = Static<typeof App>
export type RegisteredApp = Static<typeof RegisteredApp>
export type AppScope = App['scopes'][number]
export type AppSecret = App['secrets'][number]
export type Access = Static<typeof AdministrationAccess>
export type RegistrationToken = Static<typeof InitialAccessTokenList>['initial_access_tokens'][number]
export type SigningKey = Static<typeof SigningKeyList>['keys'][number]

/** A call of the administration API; `path` is relative to its base. */
export type ConsoleCall = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** The component that answers a call. */
export type Component = 'provider' | 'core'

/** Sends a call and returns the body of its answer. By session core passes on to the provider. @throws ClientError */
export type Send = (call: ConsoleCall, component: Component) => Promise<unknown>

type Query = Readonly<Record<string, string>>

export type ConsoleApi = ReturnType<typeof createConsoleApi>

export function createConsoleApi(sendTo: Send) {
  const send = (call: ConsoleCall) => sendTo(call, 'provider')
  const get = (path: string) => send({ method: 'GET', path })
  const post = (path: string, body: unknown = {}) => send({ method: 'POST', path, body })
  const remove = async (path: string) => void (await send({ method: 'DELETE', path }))
  const at = (clientId: string, below = '') => `clients/${encodeURIComponent(clientId)}/${below}`
  return {
    ...createCatalogueOperations(send),
    ...createCheckOperations(send),
    ...createCoreOperations(sendTo),
    readAccess: async () => checked(AdministrationAccess, await get('me/')),

    listApps: async (query: Query) => {
      const { clients, next_cursor } = checked(AppList, await get(`clients/?${new URLSearchParams(query)}`))
      return { items: clients, next: next_cursor ?? undefined }
    },
    readApp: async (clientId: string) => checked(App, await get(at(clientId))),
    registerApp: async (body: ClientCreation) => checked(RegisteredApp, await post('clients/', body)),
    changeApp: async (clientId: string, body: ClientUpdate) =>
      checked(App, await send({ method: 'PATCH', path: at(clientId), body })),
    disableApp: async (clientId: string) => checked(App, await post(at(clientId, 'disable/'))),
    enableApp: async (clientId: string) => checked(App, await post(at(clientId, 'enable/'))),
    removeApp: (clientId: string) => remove(at(clientId)),
    setLogo: async (clientId: string, picture: Blob) =>
      void (await send({ method: 'PUT', path: at(clientId, 'logo/'), body: picture })),
    removeLogo: (clientId: string) => remove(at(clientId, 'logo/')),
    rotateSecret: async (clientId: string, overlapSeconds: number) =>
      checked(RotatedSecret, await post(at(clientId, 'secrets/'), { overlap_seconds: overlapSeconds })).client_secret,
    removeSecret: (clientId: string, secretId: string) => remove(at(clientId, `secrets/${secretId}/`)),

    listTokens: async () => checked(InitialAccessTokenList, await get('initial-access-tokens/')).initial_access_tokens,
    createToken: async (body: InitialAccessTokenCreation) =>
      checked(NewInitialAccessToken, await post('initial-access-tokens/', body)).initial_access_token,
    removeToken: (tokenId: string) => remove(`initial-access-tokens/${tokenId}/`),

    listKeys: async () => checked(SigningKeyList, await get('keys/')).keys,
    rotateKeys: async (immediately: boolean) => checked(SigningKeyList, await post('keys/', { immediately })).keys,
    removeKey: (kid: string) => remove(`keys/${encodeURIComponent(kid)}/`),

    listEvents: async (query: Query) => {
      const { events, next_cursor } = checked(AuditEventList, await get(`audit-events/?${new URLSearchParams(query)}`))
      return { items: events, next: next_cursor ?? undefined }
    },
    readProviderHealth: async () => checked(HealthReport, await get('health/')),
  }
}

/** Whether texts can be registered under it. */
export function isLanguageTag(tag: string): boolean {
  return Check(ClientTexts, { [tag]: {} })
}
