import {
  AccountOverview,
  AdministrationAccess,
  type AuditEvent,
  AuditEventList,
  type ClientCreation,
  ClientErrors,
  ClientResource,
  ClientTexts,
  type ClientUpdate,
  HealthReport,
  type InitialAccessTokenCreation,
  InitialAccessTokenList,
  type InvitationCreation,
  InvitationList,
  NewInitialAccessToken,
  NewInvitation,
  type OperatorClaim,
  OperatorClaimList,
  type OperatorScope,
  OperatorScopeList,
  type ResourceServerCreation,
  ResourceServerList,
  type ResourceServerUpdate,
  ResourceServerWithSecret,
  RotatedSecret,
  SCOPE_CATALOGUE,
  SigningKeyList,
  TestSignIn,
  TestSignInResult,
} from '@countersign/contracts'
import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'

/** Every attribute of a client, its key by the curve alone. */
const App = Type.Object({
  ...ClientResource.properties,
  claims_encryption_jwk: Type.Union([Type.Object({ crv: Type.String() }), Type.Null()]),
})
const RegisteredApp = Type.Object({ ...App.properties, client_secret: Type.Optional(Type.String()) })
const AppList = Type.Object({ clients: Type.Array(App), next_cursor: AuditEventList.properties.next_cursor })

export const BUILT_IN_CLAIMS = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)

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

export function createConsoleApi(send: Send) {
  const provider = callsOf(send, 'provider')
  return {
    ...appOperations(provider),
    ...catalogueOperations(provider),
    ...serviceOperations(provider),
    ...coreOperations(callsOf(send, 'core')),
  }
}

type Calls = ReturnType<typeof callsOf>

function callsOf(send: Send, component: Component) {
  return {
    get: (path: string) => send({ method: 'GET', path }, component),
    post: (path: string, body: unknown = {}) => send({ method: 'POST', path, body }, component),
    patch: (path: string, body: unknown) => send({ method: 'PATCH', path, body }, component),
    put: async (path: string, body: unknown) => void (await send({ method: 'PUT', path, body }, component)),
    remove: async (path: string) => void (await send({ method: 'DELETE', path }, component)),
  }
}

function appOperations({ get, post, patch, put, remove }: Calls) {
  const at = (clientId: string, below = '') => `clients/${encodeURIComponent(clientId)}/${below}`
  return {
    listApps: async (query: Query) => {
      const { clients, next_cursor } = checked(AppList, await get(`clients/?${new URLSearchParams(query)}`))
      return { items: clients, next: next_cursor ?? undefined }
    },
    readApp: async (clientId: string) => checked(App, await get(at(clientId))),
    registerApp: async (body: ClientCreation) => checked(RegisteredApp, await post('clients/', body)),
    changeApp: async (clientId: string, body: ClientUpdate) => checked(App, await patch(at(clientId), body)),
    disableApp: async (clientId: string) => checked(App, await post(at(clientId, 'disable/'))),
    enableApp: async (clientId: string) => checked(App, await post(at(clientId, 'enable/'))),
    removeApp: (clientId: string) => remove(at(clientId)),
    setLogo: (clientId: string, picture: Blob) => put(at(clientId, 'logo/'), picture),
    removeLogo: (clientId: string) => remove(at(clientId, 'logo/')),
    rotateSecret: async (clientId: string, overlapSeconds: number) =>
      checked(RotatedSecret, await post(at(clientId, 'secrets/'), { overlap_seconds: overlapSeconds })).client_secret,
    removeSecret: (clientId: string, secretId: string) => remove(at(clientId, `secrets/${secretId}/`)),

    startTest: async (clientId: string) => checked(TestSignIn, await post(at(clientId, 'test-sign-ins/'))),
    completeTest: async (clientId: string, body: { readonly test_id: string; readonly code: string }) =>
      checked(TestSignInResult, await post(at(clientId, 'test-sign-ins/complete/'), body)),
    listErrors: async (clientId: string) => checked(ClientErrors, await get(at(clientId, 'errors/'))),
  }
}

/** Scopes, claims and resource servers. */
function catalogueOperations({ get, post, patch, put, remove }: Calls) {
  const at = (list: string, name: string) => `${list}/${encodeURIComponent(name)}/`
  return {
    listScopes: async () => checked(OperatorScopeList, await get('scopes/')).scopes,
    saveScope: ({ name, texts, claims }: Omit<OperatorScope, 'resource'>) => put(at('scopes', name), { texts, claims }),
    removeScope: (name: string) => remove(at('scopes', name)),

    listClaims: async () => checked(OperatorClaimList, await get('claims/')).claims,
    saveClaim: ({ name, ...definition }: OperatorClaim) => put(at('claims', name), definition),
    removeClaim: (name: string) => remove(at('claims', name)),

    listResources: async () => checked(ResourceServerList, await get('resource-servers/')).resource_servers,
    addResource: async (body: ResourceServerCreation) =>
      checked(ResourceServerWithSecret, await post('resource-servers/', body)),
    changeResource: async (id: string, body: ResourceServerUpdate) =>
      void (await patch(at('resource-servers', id), body)),
    removeResource: (id: string) => remove(at('resource-servers', id)),
  }
}

function serviceOperations({ get, post, remove }: Calls) {
  return {
    readAccess: async () => checked(AdministrationAccess, await get('me/')),

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

/** Operations that core answers itself (`CORE_ADMINISTRATION`). */
function coreOperations({ get, post, remove }: Calls) {
  const at = (userId: string, below = '') => `accounts/${encodeURIComponent(userId)}/${below}`
  const act = (below: string) => async (userId: string, reason: string) =>
    void (await post(at(userId, below), { reason }))
  return {
    readAccount: async (userId: string) => checked(AccountOverview, await get(at(userId))),
    endSessions: act('end-sessions/'),
    suspend: act('suspend/'),
    unsuspend: act('unsuspend/'),
    removeAccount: act('delete/'),
    listInvitations: async () => checked(InvitationList, await get('invitations/')).invitations,
    createInvitation: async (body: InvitationCreation) =>
      checked(NewInvitation, await post('invitations/', body)).invitation_url,
    removeInvitation: (id: string) => remove(`invitations/${id}/`),
    readCoreHealth: async () => checked(HealthReport, await get('core-health/')),
  }
}

/** Whether texts can be registered under it. */
export function isLanguageTag(tag: string): boolean {
  return Check(ClientTexts, { [tag]: {} })
}

/** The endpoints that an app needs, as its library finds them. */
const Discovery = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  userinfo_endpoint: Type.String(),
  jwks_uri: Type.String(),
  end_session_endpoint: Type.String(),
})

export type Discovery = Static<typeof Discovery>

export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** @throws TypeError for another answer than a discovery document */
export async function readDiscovery(issuer: string): Promise<Discovery> {
  const response = await fetch(discoveryUrl(issuer), { credentials: 'omit', redirect: 'error' })
  return checked(Discovery, await response.json())
}

/** @throws TypeError if an answer does not match its schema */
function checked<Schema extends TSchema>(schema: Schema, answer: unknown): Static<Schema> {
  if (Check(schema, answer)) return answer
  throw new TypeError('The answer does not match its schema.')
}
