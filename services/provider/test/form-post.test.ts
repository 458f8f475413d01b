import { createHash } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ISSUER, REDIRECT_URI, startProvider } from './started-provider.ts'

const CODE = `cs_ac_${'A'.repeat(64)}`

type Changes = Readonly<Record<string, string | undefined>>

const provider = startBeforeAll(() => startProvider('postgresql'))

async function page(changes: Changes = {}) {
  const parameters = {
    client_id: provider.client.client_id,
    redirect_uri: REDIRECT_URI,
    code: CODE,
    state: 'the state',
    ...changes,
  }
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const url = `/oauth/form-post?${new URLSearchParams(given).toString()}`
  return provider.app.inject({ url, headers: { accept: 'text/html' } })
}

function formOf(html: string) {
  const plain = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [plain(name), plain(value)]))
  const [, action] = /<form method="post" action="([^"]*)">/.exec(html) ?? []
  const [, script] = /<script>(.*)<\/script>/.exec(html) ?? []
  return { action: action && plain(action), fields, script }
}

test('the consent page learns that an app wants a form, also from a pushed request', async () => {
  const direct = await provider.startRequest({ response_mode: 'form_post' })
  expect(await provider.details(direct)).toMatchObject({ response_mode: 'form_post' })
  const { request_uri } = (await provider.push({ response_mode: 'form_post' })).json()
  const opened = new URL(String((await provider.open(request_uri)).headers.location)).searchParams
  expect(await provider.details(opened.get('auth_request_id') ?? '')).toMatchObject({ response_mode: 'form_post' })
  const query = await provider.startRequest({ response_mode: 'query' })
  expect(await provider.details(query)).not.toHaveProperty('response_mode')
})

test('a code goes to the app as a form that posts itself, on a page that runs nothing else and is not kept', async () => {
  const response = await page({ state: '"><script>alert(1)</script>&' })
  expect(response.statusCode).toBe(200)
  const { action, fields, script = '' } = formOf(response.body)
  expect(action).toBe(REDIRECT_URI)
  expect(fields).toEqual({ code: CODE, state: '"><script>alert(1)</script>&', iss: ISSUER })
  expect(response.body).not.toContain('alert(1)</script>')
  const hash = createHash('sha256').update(script).digest('base64')
  expect(response.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  })
})

test('so does a denial, with its description', async () => {
  const denial = {
    code: undefined,
    error: 'access_denied',
    error_description: 'The person said no.',
    state: undefined,
  }
  const { error, error_description } = denial
  expect(formOf((await page(denial)).body).fields).toEqual({ error, error_description, iss: ISSUER })
})

test.each<[string, Changes]>([
  ['an address that is not the client’s', { redirect_uri: 'https://evil.example/' }],
  ['an unknown client', { client_id: 'nobody' }],
  ['no client', { client_id: undefined }],
  ['no answer', { code: undefined }],
  ['two answers', { error: 'access_denied' }],
  ['a malformed code', { code: 'cs_at_x' }],
  ['an error that OAuth lacks', { code: undefined, error: 'refused' }],
])('%s is answered with a page that posts nothing', async (_case, changes) => {
  const response = await page(changes)
  expect(response.statusCode).toBe(400)
  expect(formOf(response.body)).toMatchObject({ action: undefined, fields: {} })
  // The script only returns the user to the previous page.
  expect(formOf(response.body).script).not.toMatch(/submit|fetch|location/)
  expect(response.headers['content-security-policy']).toContain("form-action 'none'")
})

test('an error before the person was asked is posted too', async () => {
  const response = await provider.authorize({ response_mode: 'form_post', prompt: 'none' })
  expect(response.statusCode).toBe(302)
  const posting = await provider.app.inject({
    url: String(response.headers.location),
    headers: { accept: 'text/html' },
  })
  const { action, fields, script } = formOf(posting.body)
  expect(action).toBe(REDIRECT_URI)
  expect(fields).toMatchObject({ error: 'interaction_required', state: 'the state', iss: ISSUER })
  expect(script).toBeDefined()
})

test('a program that is called by its own scheme takes no form', async () => {
  const redirect_uri = 'com.example.app:/callback'
  const { client_id } = await provider.register({ redirectUris: [redirect_uri], authenticationMethod: 'none' })
  const { headers } = await provider.authorize({ client_id, redirect_uri, response_mode: 'form_post' })
  expect(new URL(String(headers.location)).searchParams.get('error')).toBe('invalid_request')
  expect((await page({ client_id, redirect_uri })).statusCode).toBe(400)
})

test('RFC 9700 §4.11.2: an app that registered itself gets its form when a person sends it', async () => {
  const { client_id } = await provider.register({})
  await provider.database.sql`
    update provider.clients set registration_access_token_hash = '\\x00' where client_id = ${client_id}`
  const response = await page({ client_id })
  expect(formOf(response.body)).toMatchObject({ action: REDIRECT_URI, script: undefined })
  expect(response.body).toContain('>Continue to <bdi dir="ltr">app.example</bdi></button>')
  expect((await provider.authorize({ client_id, response_mode: 'form_post', prompt: 'none' })).statusCode).toBe(400)
})
