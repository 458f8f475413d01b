import { createServer } from 'node:http'
import { listenLocally, startBeforeAll } from '@countersign/testing'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readTestConfig, startCore } from './core-under-test.ts'
import { bearer, PASSWORD } from './person.ts'

const PATH = '/api/status-list/'
const EVIL = 'http://localhost:9'

/** An issuer that answers each path with this text, and core, which knows it. */
async function startWithIssuer() {
  const asked: string[] = []
  const texts = new Map<string, string>()
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(`${headers.accept} ${url}`)
    if (url === '/moved') response.writeHead(302, { location: '/list' }).end()
    else response.writeHead(texts.has(url) ? 200 : 404).end(texts.get(url))
  })
  const issuer = `http://localhost:${await listenLocally(server)}`
  const clock = { now: Date.now() }
  const config = await readTestConfig({ CREDENTIAL_ISSUERS: issuer })
  const core = await startCore('postgresql', { config, now: () => new Date(clock.now) })
  const [ada, grace] = [
    await core.signUpWithPassword({ login: 'ada', password: PASSWORD }),
    await core.signUpWithPassword({ login: 'grace', password: PASSWORD }),
  ]
  const read = async (uri: string, { token } = ada) => {
    const response = await core.app.inject({ method: 'POST', url: PATH, headers: bearer(token), payload: { uri } })
    return [response.statusCode, response.json().token ?? response.json().code]
  }
  const close = async () => {
    await core.close()
    await new Promise((resolve) => server.close(resolve))
  }
  return { core, issuer, texts, asked, clock, ada, grace, read, close }
}

/** Core verifies no signature. */
function sign(sub: string, claims: object = {}, typ = 'statuslist+jwt'): string {
  const parts = [
    { alg: 'ES256', typ },
    { sub, iat: 0, status_list: {}, ...claims },
  ]
  return [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), 'x'].join('.')
}

describe('status list of an issuer', () => {
  const world = startBeforeAll(startWithIssuer)
  let list: string
  beforeAll(() => {
    list = sign(`${world.issuer}/list`, { ttl: 60 })
  })
  afterEach(() => world.asked.splice(0))

  test('is fetched once for all people, until it is over', async () => {
    world.texts.set('/list', `${list}\n`)
    const uri = `${world.issuer}/list`
    const both = await Promise.all([world.read(uri), world.read(uri, world.grace)])
    expect(both).toEqual([
      [200, list],
      [200, list],
    ])
    world.clock.now += 59_000
    await world.read(uri)
    expect(world.asked).toEqual(['application/statuslist+jwt /list'])
    world.clock.now += 2_000
    await world.read(uri)
    expect(world.asked).toHaveLength(2)
  })

  test.each([
    ['a second', { ttl: 1 }, 14, 16],
    ['a year', { ttl: 31_536_000 }, 3_599, 3_601],
    ['no time', {}, 599, 601],
  ])('is kept within bounds where its ttl is %s', async (name, claims, before, after) => {
    const [path, uri] = [`/${before}`, `${world.issuer}/${before}`]
    world.texts.set(path, sign(uri, claims))
    const start = world.clock.now
    await world.read(uri)
    world.clock.now = start + before * 1000
    await world.read(uri)
    expect([name, world.asked.length]).toEqual([name, 1])
    world.clock.now = start + after * 1000
    await world.read(uri)
    expect(world.asked).toHaveLength(2)
  })

  test.each<[string, string, () => string]>([
    ['a page of the site', '/page', () => '<h1>Staff only</h1>'],
    ['another kind of JWT', '/other', () => sign(`${world.issuer}/other`, {}, 'JWT')],
    ['the list of another address', '/copy', () => list],
    ['more than a list can be', '/large', () => 'x'.repeat(3_000_000)],
  ])('is refused where the issuer answers with %s', async (_case, path, make) => {
    world.texts.set(path, make())
    expect(await world.read(`${world.issuer}${path}`)).toEqual([503, 'service_unavailable'])
  })

  test('is not fetched by a redirect, and a failure is not asked for again at once', async () => {
    const uri = `${world.issuer}/moved`
    expect(await world.read(uri)).toEqual([503, 'service_unavailable'])
    expect(await world.read(uri, world.grace)).toEqual([503, 'service_unavailable'])
    expect(world.asked).toHaveLength(1)
    expect(world.core.log()).toContain('status_list_unavailable')
    expect(world.core.log()).not.toContain('/moved')
    world.clock.now += 31_000
    await world.read(uri)
    expect(world.asked).toHaveLength(2)
  })

  test.each([
    ['another host', () => 'https://internal.example/list'],
    ['another port of the host', () => `${EVIL}/list`],
    ['a host that begins alike', () => `${world.issuer}.evil.example/list`],
    ['a user whose name is the issuer', () => `${world.issuer}@evil.example/list`],
    ['no address', () => 'list'],
  ])('is asked for at no %s', async (_case, make) => {
    expect(await world.read(make())).toEqual([404, 'not_found'])
    expect(world.asked).toEqual([])
  })

  test('is for people who are signed in', async () => {
    const payload = { uri: `${world.issuer}/list` }
    expect((await world.core.app.inject({ method: 'POST', url: PATH, payload })).statusCode).toBe(401)
    expect(world.asked).toEqual([])
  })
})
