import { ISSUER_RELATION } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ISSUER, startProvider } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))
const { host } = new URL(ISSUER)
const PATH = '/.well-known/webfinger'

const ask = (...query: readonly (readonly [string, string])[]) =>
  provider.app.inject(`${PATH}?${new URLSearchParams(query.map(([name, value]) => [name, value])).toString()}`)
const askFor = (resource: string) => ask(['resource', resource], ['rel', ISSUER_RELATION])

test.each([[`acct:ada@${host}`], [`acct:ada%40work@${host.toUpperCase()}`], [ISSUER], [`${ISSUER}/anyone`]])(
  'RFC 7033 §4.2: %s leads to the issuer, as a JRD for every origin',
  async (resource) => {
    const { statusCode, headers, json } = await askFor(resource)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/jrd+json; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    expect(json()).toEqual({ subject: resource, links: [{ rel: ISSUER_RELATION, href: ISSUER }] })
  },
)

test('RFC 7033 §4.3: links of other relations are left out', async () => {
  const links = async (...relations: readonly string[]) =>
    (await ask(['resource', ISSUER], ...relations.map((rel) => ['rel', rel] as const))).json().links
  expect(await links('https://webfinger.net/rel/avatar')).toEqual([])
  expect(await links('https://webfinger.net/rel/avatar', ISSUER_RELATION)).toHaveLength(1)
  expect(await links()).toHaveLength(1)
})

test.each<[string, readonly (readonly [string, string])[], number]>([
  ['no resource', [['rel', ISSUER_RELATION]], 400],
  [
    'two resources',
    [
      ['resource', ISSUER],
      ['resource', ISSUER],
    ],
    400,
  ],
  ['no URI', [['resource', `ada@${host}`]], 400],
  ['a resource without end', [['resource', `acct:${'a'.repeat(600)}@${host}`]], 400],
  ['another host', [['resource', 'acct:ada@elsewhere.example']], 404],
  ['a host below', [['resource', `acct:ada@sub.${host}`]], 404],
  ['another port', [['resource', `https://${host}:8443/`]], 404],
  ['a host hidden in a name', [['resource', `acct:ada@${host}@elsewhere.example`]], 404],
  ['no name', [['resource', `acct:@${host}`]], 404],
  ['another scheme', [['resource', `mailto:ada@${host}`]], 404],
])('RFC 7033 §4.2: %s is refused, and not repeated', async (_case, query, status) => {
  const { statusCode, body } = await ask(...query)
  expect([statusCode, body.includes(`@${host}`) || body.includes('elsewhere')]).toEqual([status, false])
})

test('webfinger: no name is looked up, so a name in use and a free one have the same answer', async () => {
  const read = async (name: string) => (await askFor(`acct:${name}@${host}`)).body.replace(name, '')
  expect(await read('ada')).toBe(await read('no-such-person'))
})
