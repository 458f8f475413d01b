/** What each service would otherwise repeat. */
export {
  ADMINISTRATION_SETTINGS,
  type AdministrationRole,
  isAdministeredByPeople,
  roleOf,
} from './administration-role.ts'
export { type AdministrationRoutes, mountAdministration, mountPictures } from './administration-routes.ts'
export { type Api, mountApi, mountEach } from './api.ts'
export { BRAND_SETTINGS, type Brand, brandOf, UNBRANDED } from './brand.ts'
export type { BrandLogo } from './brand-logo.ts'
export { isDerivedTheme } from './brand-theme.ts'
export { type CleaningStep, clean, passingOver, removeRows, startCleaning } from './cleaning.ts'
export { addressKey, networkOf, widestAddressKey } from './client-address.ts'
export { LARGEST_OFFSET_SECONDS, NOTABLE_OFFSET_SECONDS, readClockOffset } from './clock-check.ts'
export { isUniqueViolation, type Run } from './connection.ts'
export { allowOrigin } from './cors.ts'
export { findCredentials } from './credentials.ts'
export { type Database, type DatabaseSettings, openDatabase } from './database.ts'
export { BASE_URL, CONSENT_URL, CORE_URL, DATA_TOKEN_SECRET, INTERNAL_SERVICE_TOKEN } from './deployment-settings.ts'
export { DirectoryInUse, lockDirectory } from './directory-lock.ts'
export { type Cluster, type Distribution, distribute, findCluster, tablesOf } from './distribution.ts'
export { describeRefusals, documentRefusals } from './document-refusals.ts'
export { type DpopProof, type ProvenRequest, refuseProof, verifyDpopProof, WrongEndpoint } from './dpop-proof.ts'
export {
  answerOAuthErrors,
  answerServiceErrors,
  type OAuthRefusals,
  sendOAuthError,
  toOAuthError,
} from './error-handler.ts'
export { DatabaseUnavailable, OAuthError, SecretUnavailable, ServiceError } from './errors.ts'
export { mountHealth } from './health.ts'
export { BODY_LIMIT_BYTES, closeHttpServer, createHttpServer } from './http-server.ts'
export { findKeyOfSecret, type KeyedPrefix, newKeyedSecret } from './keyed-secrets.ts'
export { listenOnHost } from './listen.ts'
export { createLogger, type Logger } from './logger.ts'
export { countEvent, countRefusal } from './metrics/counters.ts'
export { exposeMetrics } from './metrics/expose-metrics.ts'
export { type Figures, readFigures } from './metrics/figures.ts'
export { nameComponent, routeLabelsOf } from './metrics/route-labels.ts'
export { gatherMetrics, tellMetrics } from './metrics/workers.ts'
export { type AppliedMigration, findPending, listApplied, type Migrations, migrate } from './migrate.ts'
export { readMigrations } from './migration-files.ts'
export { describeMigrations, type MigrationEffect, planMigrations } from './migration-plan.ts'
export { createNetworkLimiter, type NetworkLimiter } from './network-limiter.ts'
export type { Listen, Listener } from './notifications.ts'
export {
  fetchBytes,
  OutboundFetchError,
  type OutboundLimits,
  type OutboundPolicy,
  PUBLIC_INTERNET,
  sendForm,
} from './outbound-fetch.ts'
export { isPublicAddress, isPublicHost } from './public-address.ts'
export { forVerifying, holdsPrivateMember, problemOfPublicKey, withoutOtherMembers } from './public-key.ts'
export { addCountsTo } from './rate-limit.store.ts'
export { type Count, createRateLimiter, type RateLimiter } from './rate-limiter.ts'
export { addReadinessCheck, type ReadinessCheck } from './readiness.ts'
export { type RepeatedTask, repeat } from './repeated-task.ts'
export { inSpan } from './request-context.ts'
export { requestIdHeaders } from './request-id.ts'
export { schemaCheck } from './schema-check.ts'
export { deriveBytes, keyedDigest, type SealingContext, seal, unseal } from './seal.ts'
export { equalSecrets, isSecret, newSecret, type SecretPrefix, sha256 } from './secrets.ts'
export { requireServiceToken } from './service-token.ts'
export {
  integerFrom,
  listOfAtLeast,
  oneOf,
  parseBaseUrl,
  parseFlag,
  parseListenAddress,
  parseNetworks,
  parseText,
  refusedBy,
  textOfAtLeast,
} from './setting-kinds.ts'
export {
  type Environment,
  findText,
  readSettings,
  type Setting,
  SettingRefused,
  type Settings,
  SettingsError,
  type ValuesOf,
} from './settings.ts'
export { type AddCounts, shareLimits, startSharingLimits } from './shared-limits.ts'
export { BEGINS, shedLoad } from './shed-load.ts'
export { closeOnSignals } from './shutdown.ts'
export { SIGNING_ALGORITHMS } from './signing-algorithms.ts'
export { type Sql, type SqlPool, type SqlText, sqlText, type Transaction } from './sql.ts'
export { startTracing, type TracingSettings } from './start-tracing.ts'
export {
  digestRows,
  listTables,
  readRows,
  type Table,
  type TableDigest,
  withTables,
  writeRows,
} from './table-rows.ts'
export { formatUuid } from './uuid.ts'
export { VERSION } from './version.ts'
