/** The client as a browser extension: its build. `src` runs in the browser. */
export { buildExtension, EXTENSION_FOLDER } from './build/build-extension.ts'
export { FILE_LIST, releasedManifest } from './src/file-list.ts'
