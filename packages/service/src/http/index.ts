export { requireAdminToken, requireRoom } from './admin-token.ts'
export {
  type AdministrationRoutes,
  mountAdministration,
  mountPictures,
} from './administration.ts'
export { type Api, forbidCaching, mountApi, mountEach } from './api.ts'
export { allowOrigin } from './cors.ts'
export {
  answerOAuthErrors,
  answerServiceErrors,
  type OAuthRefusals,
  sendOAuthError,
  toOAuthError,
} from './error-handler.ts'
export { mountHealth } from './health.ts'
export { createHealthReader, type HealthFinding, type ProcessHealth, type ReadHealth } from './health-report.ts'
export { BODY_LIMIT_BYTES, closeHttpServer, createHttpServer, listenOnHost } from './http-server.ts'
export { describeRefusals, documentRefusals } from './openapi.ts'
export { findCredentials, namesTag, requestIdHeaders, requireServiceToken } from './request-headers.ts'
export { closeOnSignals } from './shutdown.ts'
