import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { FRAMEWORKS, newJar, SECRET } from '../../test/adapters.ts'
import { sealClaims, startTestProvider } from '../../test/provider.ts'
import { ownServers } from './own-server.ts'

const ORIGIN = 'http://localhost:3000'
const CLIENT_ID = `${ORIGIN}/auth/client.json`
const home = startBeforeAll(() => startTestProvider({ clientId: CLIENT_ID }))
let key: AppKey

beforeAll(async () => {
  key = await newAppKey()
  const links = [{ rel: 'http://openid.net/specs/connect/1.0/issuer', href: home.issuer }]
  const query = new URLSearchParams({ resource: `${home.issuer}/`, rel: links[0]!.rel }).toString()
  home.answerWith(`/.well-known/webfinger?${query}`, { body: { links } })
  home.answerMetadataWith({ client_id_metadata_document_supported: true })
  home.answerDataToken(await sealClaims(key, { inner: { aud: CLIENT_ID } }))
})

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }

describe.each(Object.keys(FRAMEWORKS))('an app for any server on %s', (framework) => {
  const start = async () => {
    const { routes } = ownServers({
      clientId: CLIENT_ID,
      clientName: 'Notes',
      redirectUri: `${ORIGIN}/auth/callback`,
      claimsDecryptionKey: JSON.stringify(key.privateJwk),
      allowLoopback: true,
      cookieSecret: SECRET,
      onSignIn: () => undefined,
    })
    const app = await FRAMEWORKS[framework]!({ routes: routes! })
    const begin = (address: string, headers: Record<string, string> = OWN_PAGE) =>
      app.send('/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ address, returnTo: '/notes' }).toString(),
      })
    return { ...app, begin }
  }

  test('signs a person in by a form with their address, and publishes its document', async () => {
    const [app, jar] = [await start(), newJar()]
    const begun = await app.begin(new URL(home.issuer).host)
    jar.take(begun)
    const { origin, searchParams } = new URL(begun.headers.get('location') ?? '')
    expect([begun.status, origin]).toEqual([303, home.issuer])
    const { state = '', nonce } = Object.fromEntries(searchParams)
    const back = await app.send(`/auth${home.callback({ state, nonce })}`, { headers: { cookie: jar.header() } })
    expect([back.status, back.headers.get('location')]).toEqual([303, '/notes'])
    expect(app.signedIn).toMatchObject([{ issuer: home.issuer, subject: 'person-1' }])
    const document = await app.send('/auth/client.json')
    expect([document.headers.get('content-type'), await document.json()]).toMatchObject([
      expect.stringContaining('application/json'),
      { client_id: CLIENT_ID },
    ])
  })

  test('lets no other site choose the server, neither by a form nor by a link', async () => {
    const app = await start()
    for (const site of ['cross-site', 'same-site']) {
      expect((await app.begin(home.issuer, { 'sec-fetch-site': site })).status).toBe(403)
    }
    expect((await app.begin(home.issuer, { origin: 'https://eve.example' })).status).toBe(403)
    expect((await app.send(`/auth/sign-in?address=${home.issuer}`)).status).toBe(404)
  })

  test('says what an address looks like, and that none was found, with the way back', async () => {
    const app = await start()
    const [mistyped, elsewhere] = [await app.begin('ada'), await app.begin('ada@localhost:1')]
    expect([mistyped.status, await mistyped.text()]).toEqual([400, expect.stringContaining('ada@home.example')])
    const page = await elsewhere.text()
    expect([elsewhere.status, page]).toEqual([400, expect.stringContaining('No server to sign in at was found')])
    expect(page).toContain('<a href="/">Back to the app</a>')
    expect(page).not.toContain('Sign in again')
  })
})
