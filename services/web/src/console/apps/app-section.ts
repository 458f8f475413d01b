import type { App } from '../api/console-api.ts'

/** Props of each section of an app's page; `reload` reads the app again after a change. */
export type AppSectionProps = { readonly app: App; readonly reload: () => Promise<void> }
