import type { AnswerCore } from '@countersign/contracts'
import { type Api, createHealthReader, mountApi, mountEach, type ProcessHealth } from '@countersign/service/http'
import { type OutboundPolicy, PUBLIC_INTERNET } from '@countersign/service/network'
import type { Database, Listen, SqlPool } from '@countersign/service/sql'
import { addReadinessCheck } from '@countersign/service/telemetry'
import type { FastifyInstance } from 'fastify'
import { createScopeRegistry } from '../catalogue/scopes/scope-registry.ts'
import { type ClientRegistry, createClientRegistry } from '../clients/client-registry.ts'
import { createClientDocuments } from '../clients/documents/client-documents.ts'
import { createClientKeys } from '../clients/find-client-keys.ts'
import { mountLogo } from '../clients/logo.route.ts'
import { mountDeviceAuthorization } from '../flow/device/device-authorization.route.ts'
import { mountLogout } from '../flow/logout/logout.route.ts'
import { createNoticeDelivery, type NoticeDelivery } from '../flow/notices/deliver-notices.ts'
import { createErasure, createHintedSubjects } from '../flow/people/erasure.ts'
import { mountAuthorize } from '../flow/requests/authorize.route.ts'
import { mountPush } from '../flow/requests/push.route.ts'
import { mountFormPost, mountReturn, mountUnanswered } from '../flow/requests/return.route.ts'
import { mountToken } from '../flow/tokens/token.route.ts'
import { mountIntrospect, mountRevoke } from '../flow/tokens/token-status.route.ts'
import { mountUserinfo } from '../flow/userinfo/userinfo.route.ts'
import { type AuditTrail, createAuditTrail } from '../ground/audit/audit-trail.ts'
import type { ProviderConfig } from '../ground/config.ts'
import { createDpopNonces } from '../ground/dpop/dpop-nonces.ts'
import { logAuditEventsLost, logBackgroundTaskFailed, logKeyCreated, logRetriedFailure } from '../ground/events.ts'
import { asInternalEndpoint } from '../ground/http/internal-endpoint.ts'
import { addErrorUri } from '../ground/http/oauth-endpoint.ts'
import { acceptFormAndJson } from '../ground/http/parameters.ts'
import { createProviderPages } from '../ground/http/provider-pages.ts'
import { createKeyring } from '../ground/keys/keyring.ts'
import { createLimiters } from '../ground/rate-limits/limiters.ts'
import { asAdminEndpoint, mountAdmin, mountClientLogo } from './admin/admin.route.ts'
import { createAdminister } from './admin/administration.ts'
import { createAnswerCore } from './answer-core.ts'
import { startBackgroundTasks } from './background.ts'
import type { ProviderDependencies } from './dependencies.ts'
import { type CoreAnswering, mountContract, mountInternal } from './internal-operations.ts'
import { mountMetadata } from './metadata/metadata.route.ts'
import { mountWebFinger } from './metadata/webfinger.route.ts'
import { mountRegistration, mountRegistrationManagement } from './registration/registration.route.ts'

type ProviderOptions = {
  readonly sql: SqlPool
  readonly config: ProviderConfig
  readonly now: () => Date
  /** On `postgresql` limits are shared with other processes. Default: `embedded`. */
  readonly engine?: Database['engine']
  /** Notifies of other processes' changes; without it they are noticed within seconds. */
  readonly listen?: Listen
  /** With core in this process only the contract's internal endpoints are on the network. */
  readonly core?: 'elsewhere' | 'in_process'
  /** Facts of the process for its health report. */
  readonly health?: ProcessHealth
  /** For logos, documents and logout tokens. Default: the public internet. */
  readonly outbound?: OutboundPolicy
}

const PROVIDER_API = {
  name: 'provider',
  title: 'Countersign provider',
  description: 'The OAuth 2.0 authorization server: for relying apps, and for the core service.',
  version: '0.1.0',
} as const

/** Mounts all routes and background tasks of the provider; answers the interface for a core in the same process. */
export async function mountProvider(app: FastifyInstance, options: ProviderOptions): Promise<AnswerCore> {
  const { sql, config, now, engine = 'embedded', health, outbound = PUBLIC_INTERNET, core = 'elsewhere' } = options
  const { keyEncryptionSecrets } = config
  const auditTrail = createAppAuditTrail(app, options)
  const keys = createKeyring({
    sql,
    now,
    keyEncryptionSecrets,
    rotationSeconds: config.keyRotationSeconds,
    onCreated: (key) => logKeyCreated({ log: app.log, server: app }, key),
  })
  const scopes = createScopeRegistry(sql, now)
  const limiters = createLimiters(config, now)
  const clients = createClients(app, { sql, config, now, outbound, scopes, limiters })
  const notices = createNoticeDelivery({ sql, config, now, clients, keys, outbound, log: app.log, server: app })
  const hintedSubjects = createHintedSubjects(sql, { clients, keys })
  const dependencies: ProviderDependencies = {
    sql,
    config,
    now,
    outbound,
    keys,
    clients,
    scopes,
    clientKeys: createClientKeys(outbound, now, (failure) =>
      logRetriedFailure(app, 'client_keys_unavailable', failure),
    ),
    limiters,
    dpopNonces: createDpopNonces(config.serviceTokens),
    pages: createProviderPages(config),
    notices,
    erasure: createErasure({ sql, now, auditTrail, hintedSubjects, notices, keyEncryptionSecrets }),
    readHealth: createHealthReader(app, { component: 'provider', sql, engine, health }),
  }
  addReadinessCheck(app, { name: 'keys', check: () => keys.open() })
  runBesideRequests(app, options, { ...dependencies, auditTrail, notices })
  const needs = { ...dependencies, administer: createAdminister(dependencies) }
  await mountApi(app, PROVIDER_API, (api) => mountRoutes(api, needs, core))
  return createAnswerCore(needs, { log: app.log, server: app })
}

type ClientParts = Pick<ProviderDependencies, 'sql' | 'config' | 'now' | 'outbound' | 'scopes' | 'limiters'>

function createClients(app: FastifyInstance, parts: ClientParts): ClientRegistry {
  const { sql, config, now, limiters } = parts
  const documents =
    config.clientMetadataHosts &&
    createClientDocuments({
      ...parts,
      hosts: config.clientMetadataHosts,
      fetches: limiters.documents,
      brand: config.brand,
      requestLifetimeSeconds: config.requestLifetimeSeconds,
      onUnavailable: (failure) => logRetriedFailure(app, 'client_document_unavailable', failure),
    })
  return createClientRegistry(sql, now, documents)
}

async function mountRoutes(app: Api, dependencies: CoreAnswering, core: 'elsewhere' | 'in_process'): Promise<void> {
  const { adminTokens, dynamicRegistration } = dependencies.config
  await app.register(async (oauth: Api) => {
    acceptFormAndJson(oauth)
    addErrorUri(oauth, dependencies.config)
    await mountEach(oauth, dependencies, [
      mountAuthorize,
      mountUnanswered,
      mountFormPost,
      mountReturn,
      mountPush,
      mountDeviceAuthorization,
      mountToken,
      mountRevoke,
      mountIntrospect,
      mountUserinfo,
      mountLogout,
    ])
  })
  await app.register(async (internal: Api) => {
    asInternalEndpoint(internal, dependencies.config)
    await mountEach(internal, dependencies, [mountContract, ...(core === 'elsewhere' ? [mountInternal] : [])])
  })
  await mountEach(app, dependencies, [mountMetadata, mountWebFinger, mountLogo])
  if (dynamicRegistration !== 'off') {
    await app.register(async (registration: Api) => {
      addErrorUri(registration, dependencies.config)
      await mountEach(registration, dependencies, [mountRegistration, mountRegistrationManagement])
    })
  }
  if (adminTokens !== undefined) {
    await app.register(async (admin: Api) => {
      asAdminEndpoint(admin, adminTokens, dependencies)
      await mountEach(admin, dependencies, [mountAdmin, mountClientLogo])
    })
  }
}

function createAppAuditTrail(app: FastifyInstance, { sql, now, config }: ProviderOptions): AuditTrail {
  const auditTrail = createAuditTrail({
    sql,
    now,
    onError: (error) => logBackgroundTaskFailed(app, { task: 'audit', error }),
    onLost: (events) => logAuditEventsLost(app, events),
    sent: config.events?.names,
  })
  app.decorate('auditTrail', auditTrail)
  return auditTrail
}

function runBesideRequests(
  app: FastifyInstance,
  { engine = 'embedded', listen = () => async () => undefined }: ProviderOptions,
  dependencies: ProviderDependencies & { readonly auditTrail: AuditTrail; readonly notices: NoticeDelivery },
): void {
  let stop = async (): Promise<void> => undefined
  app.addHook('onReady', async () => {
    stop = startBackgroundTasks({ ...dependencies, listen, log: app.log, isShared: engine === 'postgresql' })
  })
  app.addHook('onClose', async () => stop())
}
