import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_EVENTS, INFREQUENT_EVENTS } from './audit-events.ts'
import { readEventReceiver } from './event-settings.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const URL_AND_SECRET = { EVENTS_URL: 'https://siem.example/hook/?token=a', EVENTS_SECRET: SECRET }

test('events are chosen by name, by their beginning or all; by default those that no stranger causes', async () => {
  const chosen = async (EVENTS?: string) => [...((await readEventReceiver({ ...URL_AND_SECRET, EVENTS }))?.names ?? [])]
  expect(await chosen('key_removed, scope_*')).toEqual(['key_removed', 'scope_defined', 'scope_removed'])
  expect(await chosen('*')).toEqual([...AUDIT_EVENTS])
  const usual = await chosen()
  expect(usual).toContain('client_registered')
  expect(usual.filter((name) => /refused|limited|issued/.test(name))).toEqual([])
  expect(await readEventReceiver({})).toBe(undefined)
})

test('secrets are the bytes behind whsec_, the new one first', async () => {
  const short = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const receiver = await readEventReceiver({ ...URL_AND_SECRET, EVENTS_SECRET: `${SECRET}, ${short}` })
  expect(receiver).toMatchObject({
    url: URL_AND_SECRET.EVENTS_URL,
    secrets: [Buffer.alloc(32, 7), Buffer.alloc(24, 1)],
  })
})

test.each([
  [{ EVENTS_SECRET: '' }, 'EVENTS_SECRET is not set. Make one: countersign secrets'],
  [{ EVENTS_SECRET: SECRET.slice(6) }, 'EVENTS_SECRET must hold values of whsec_'],
  [{ EVENTS_SECRET: `whsec_${Buffer.alloc(23).toString('base64')}` }, 'EVENTS_SECRET must hold'],
  [{ EVENTS_SECRET: `whsec_${Buffer.alloc(65).toString('base64')}` }, 'EVENTS_SECRET must hold'],
  [{ EVENTS_URL: 'https://user:word@siem.example/' }, 'EVENTS_URL must be an http or https URL without user'],
  [{ EVENTS_URL: 'https://user@siem.example/' }, 'EVENTS_URL must be'],
  [{ EVENTS_URL: 'https://:word@siem.example/' }, 'EVENTS_URL must be'],
  [{ EVENTS_URL: 'ftp://siem.example/' }, 'EVENTS_URL must be'],
  [{ EVENTS_URL: '', EVENTS: 'key_removed' }, 'EVENTS chooses for EVENTS_URL, which is not set.'],
  [{ EVENTS: 'client_registred' }, 'client_registered, client_updated'],
  [{ EVENTS: 'key_removed, clients_*' }, 'EVENTS must hold names of audit events'],
])('%j is refused by name, never by value', async (changes, message) => {
  const refusal = String(await readEventReceiver({ ...URL_AND_SECRET, ...changes }).catch((error: unknown) => error))
  expect(refusal).toContain(message)
  for (const value of ['user:word', 'registred', 'clients_']) expect(refusal).not.toContain(value)
})

test('the guide lists every event, and which are sent by default', () => {
  const guide = readFileSync(new URL('../../../../../docs/guides/run/events.md', import.meta.url), 'utf8')
  const namesOf = (row: string) => new RegExp(`^\\| ${row} \\| (.+) \\|$`, 'm').exec(guide)?.[1]?.split(', ')
  expect(namesOf('yes')).toEqual(INFREQUENT_EVENTS)
  expect(namesOf('no')).toEqual(AUDIT_EVENTS.filter((name) => !INFREQUENT_EVENTS.includes(name)))
})
