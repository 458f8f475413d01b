/** The operators' console: its build, and the routes that serve it. `src` runs in the page. */
export { arePagesStale, buildPages } from './build/build-pages.ts'
export { INSTALLED_MANIFEST, mountConsole } from './server/mount-console.ts'
