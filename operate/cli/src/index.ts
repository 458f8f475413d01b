/** For browser tests, benches and the tools that write documents. */
export { COMPONENTS, type Component, mountComponents } from './components.ts'
export { type CommandDescription, describeCommands, type OptionDescription } from './describe-commands.ts'
export { createMailbox, type DevelopmentMailbox } from './dev/mailbox.ts'
export { keepHeapSmall } from './keep-heap-small.ts'
export { type RunningServer, type ServerOptions, startServer } from './server.ts'
export { defaultOf, readServerSettings, SETTINGS } from './settings/server-settings.ts'
