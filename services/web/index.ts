/** The web client: its build, and the server that serves it. `src` runs in the page. */
export { buildConsentClient, isConsentClientStale } from './build/consent-client.ts'
export { type ClientManifest, type HeaderTemplates, readClientManifest } from './server/client-manifest.ts'
export { CONSENT_SETTINGS, type ConsentConfig, readConsentConfig } from './server/config.ts'
export { endServiceWorkers } from './server/end-service-workers.ts'
export { INSTALLED_MANIFEST, mountConsent } from './server/mount-consent.ts'
export { integrityOf } from './server/page.ts'
export { PAGE_CONFIG_PATH, type PageConfig, readPageConfig } from './src/page-config.ts'
