export {
  ADMINISTRATION_SETTINGS,
  type AdministrationRole,
  isAdministeredByPeople,
  roleOf,
} from './administration-role.ts'
export { type AdministrationRoutes, mountAdministration, mountPictures } from './administration-routes.ts'
export { type Api, mountApi, mountEach } from './api.ts'
export { allowOrigin } from './cors.ts'
export { findCredentials } from './credentials.ts'
export { describeRefusals, documentRefusals } from './document-refusals.ts'
export {
  answerOAuthErrors,
  answerServiceErrors,
  type OAuthRefusals,
  sendOAuthError,
  toOAuthError,
} from './error-handler.ts'
export { mountHealth } from './health.ts'
export { BODY_LIMIT_BYTES, closeHttpServer, createHttpServer } from './http-server.ts'
export { listenOnHost } from './listen.ts'
export { requestIdHeaders } from './request-id.ts'
export { requireServiceToken } from './service-token.ts'
export { closeOnSignals } from './shutdown.ts'
