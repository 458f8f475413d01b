import { CORE_SETTINGS } from '@countersign/core'
import { PROVIDER_SETTINGS } from '@countersign/provider'
import { BASE_URL, type Setting } from '@countersign/service/settings'
import { WEB_SETTINGS } from '@countersign/web'
import { PROCESS_SETTINGS } from './process-settings.ts'

/** Every setting once, by name, in the order in which people are shown them. */
export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  [{ BASE_URL }, PROCESS_SETTINGS, CORE_SETTINGS, PROVIDER_SETTINGS, WEB_SETTINGS].flatMap((table) =>
    Object.entries<Setting>(table),
  ),
)

/** What is in force where a setting is not set, in Markdown; undefined where nothing is. */
export function defaultOf({ unset, default: text }: Setting): string | undefined {
  return unset ?? (text === undefined ? undefined : `\`${text}\``)
}
