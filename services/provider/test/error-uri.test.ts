import { readFileSync } from 'node:fs'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startProvider } from './started-provider.ts'

const documentationUrl = 'https://docs.example/countersign'
const GUIDE = new URL('../../../docs/guides/apps/errors.md', import.meta.url)

const provider = startBeforeAll(() =>
  startProvider('postgresql', undefined, { documentationUrl, dynamicRegistration: 'open' }),
)
const uriOf = (code: string) => `${documentationUrl}/guides/apps/errors#${code}`

test('every refusal has its error_uri: in JSON, at the app, on the page (RFC 6749 §4.1.2.1, §5.2)', async () => {
  const asJson = await Promise.all([
    provider.exchange('cs_ac_unknown'),
    provider.userinfo('unknown'),
    provider.app.inject({ method: 'POST', url: '/oauth/par', payload: {} }),
    provider.app.inject({ method: 'POST', url: '/oauth/register', payload: { redirect_uris: ['javascript:1'] } }),
    provider.authorize({ client_id: 'unknown' }),
  ])
  for (const response of asJson) {
    expect(response.json()).toMatchObject({ error_uri: uriOf(response.json().error) })
  }
  const { headers } = await provider.authorize({ scope: 'unknown' })
  expect(new URL(String(headers.location)).searchParams.get('error_uri')).toBe(uriOf('invalid_scope'))
  const page = await provider.authorize({ client_id: 'unknown' }, { accept: 'text/html' })
  expect(page.body).toContain(`href="${uriOf('invalid_client')}"`)
  const guide = readFileSync(GUIDE, 'utf8')
  for (const code of ['invalid_scope', ...asJson.map((response) => response.json().error)]) {
    expect(guide).toContain(`<a id="${code}"></a>`)
  }
})
