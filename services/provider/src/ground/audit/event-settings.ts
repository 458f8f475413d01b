import {
  type Environment,
  isSet,
  readSettings,
  SettingRefused,
  type Settings,
  splitList,
} from '@countersign/service/settings'
import { AUDIT_EVENTS, INFREQUENT_EVENTS } from './audit-events.ts'

export const EVENT_SETTINGS = {
  EVENTS_URL: {
    parse: parseReceiver,
    unset: 'not set: none is sent',
    isSecret: true,
    meaning: 'your receiver of [audit events](events.md): https, or http within a private network',
  },
  EVENTS_SECRET: {
    parse: parseSecrets,
    unset: 'required with `EVENTS_URL`',
    isSecret: true,
    meaning: 'signs them ([Standard Webhooks](events.md#checking-a-signature))',
  },
  EVENTS: {
    parse: parseNames,
    unset: 'all but frequent ones',
    meaning: '[names](events.md#names) of events, separated by commas; `client_*` by their beginning, `*` all',
  },
} satisfies Settings

/** Where events go; undefined if nowhere. */
export type EventReceiver = NonNullable<Awaited<ReturnType<typeof readEventReceiver>>>

/** For a process that records events and needs no other setting. @throws SettingsError */
export async function readEventReceiver(env: Environment) {
  return eventReceiverOf(await readSettings(env, EVENT_SETTINGS, checkEventSettings(env)))
}

export function checkEventSettings(env: Environment): readonly string[] {
  if (!isSet(env, 'EVENTS_URL')) return isSet(env, 'EVENTS') ? ['EVENTS chooses for EVENTS_URL, which is not set.'] : []
  if (isSet(env, 'EVENTS_SECRET')) return []
  return ['EVENTS_SECRET is not set. Make one: countersign secrets']
}

type EventValues = {
  readonly EVENTS_URL: string | undefined
  readonly EVENTS_SECRET: readonly Buffer[] | undefined
  readonly EVENTS: ReadonlySet<string> | undefined
}

export function eventReceiverOf({ EVENTS_URL: url, EVENTS_SECRET: secrets = [], EVENTS: names }: EventValues) {
  return url === undefined ? undefined : { url, secrets, names: names ?? new Set<string>(INFREQUENT_EVENTS) }
}

/** A receiver's address may hold its own token in path or query. */
function parseReceiver(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash) return text
  throw new SettingRefused('must be an http or https URL without user and fragment.')
}

/** Standard Webhooks: 24 to 64 random bytes. */
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function parseSecrets(text: string): readonly Buffer[] {
  const values = splitList(text)
  if (values.length > 0 && values.every((value) => SECRET.test(value))) {
    const keys = values.map((value) => Buffer.from(value.slice('whsec_'.length), 'base64'))
    if (keys.every(({ length }) => length >= 24 && length <= 64)) return keys
  }
  throw new SettingRefused(
    'must hold values of whsec_ and 24 to 64 bytes in base64, separated by commas. Make one: countersign secrets',
  )
}

function parseNames(text: string): ReadonlySet<string> {
  const chosen = splitList(text).map((choice) =>
    choice.endsWith('*')
      ? AUDIT_EVENTS.filter((name) => name.startsWith(choice.slice(0, -1)))
      : AUDIT_EVENTS.filter((name) => name === choice),
  )
  if (chosen.length > 0 && chosen.every(({ length }) => length > 0)) return new Set(chosen.flat())
  throw new SettingRefused(
    `must hold names of audit events, or their beginnings as client_*, separated by commas. There are: ${AUDIT_EVENTS.join(', ')}.`,
  )
}
