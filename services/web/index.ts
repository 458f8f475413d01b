/** The web client: its build, and the server that serves it. `src` runs in the page. */
export { buildWeb, isWebStale } from './build/build-web.ts'
export { readWebConfig, WEB_SETTINGS, type WebConfig } from './server/config.ts'
export { endServiceWorkers } from './server/end-service-workers.ts'
export { INSTALLED_MANIFEST, mountWeb } from './server/mount-web.ts'
