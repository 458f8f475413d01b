/** For the build of the package, and its tests. */
export { FRAMEWORKS } from './frameworks.ts'
