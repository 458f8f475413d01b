/** Every address of the operator's console. */
export const CONSOLE_PATHS = {
  apps: '/console',
  register: '/console/register',
  app: '/console/app',
  tokens: '/console/tokens',
  keys: '/console/keys',
  audit: '/console/audit',
  figures: '/console/figures',
} as const

/** Named as in `navigation` of the texts. */
export type ConsolePage = keyof typeof CONSOLE_PATHS
