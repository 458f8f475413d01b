import type { SettingsReader } from '@countersign/service'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/** What is logged, and all that is worse. The default too where the setting is refused, so that others can be read. */
export function readLogLevel(settings: SettingsReader): (typeof LOG_LEVELS)[number] {
  return settings.choice('LOG_LEVEL', LOG_LEVELS, 'info')
}
