/** Starts the components in this process: for the command line, the browser tests and the bench. */
export { COMPONENTS, type Component } from './components.ts'
export { type RunningServer, type ServerOptions, startServer } from './server.ts'
