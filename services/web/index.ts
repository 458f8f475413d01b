/** The web client: its build, and the server that serves it. `src` runs in the page. */
export { buildWeb, isStale, isWebStale, runVite } from './build/build-web.ts'
export { readWebConfig, WEB_SETTINGS, type WebConfig } from './server/config.ts'
export { endServiceWorkers } from './server/end-service-workers.ts'
export { mountWeb, PAGES_MANIFEST } from './server/mount-web.ts'
