import { describe, expect, test } from 'vitest'
import { COMPONENTS } from '../components.ts'
import { checkDevelopmentRules, checkProductionRules } from './production-rules.ts'

const SECRET = 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB'
const OTHER = 'Zx8Cv6Bn4Mq2We0Rt9Yu7Io5Pa3Sd1Fg-hJ'
const PAGE_KEY = 'a'.repeat(43)
const SOUND = { BASE_URL: 'https://id.example', TRUSTED_PROXIES: 'none', INTERNAL_SERVICE_TOKEN: SECRET }

describe('in production', () => {
  test.each([
    ['BASE_URL', { BASE_URL: '' }, 'is not set'],
    ['BASE_URL', { BASE_URL: 'http://id.example' }, 'must use https'],
    ['BASE_URL', { BASE_URL: 'http://10.0.0.1' }, 'must use https'],
    ['BASE_URL', { BASE_URL: 'http://localhost.example' }, 'must use https'],
    ['BASE_URL', { BASE_URL: 'https://id.example/sign-in' }, 'must have no path'],
    ['WEB_URL', { WEB_URL: 'http://10.0.0.1' }, 'must use https'],
    ['CORE_URL', { CORE_URL: 'http://core.internal' }, 'must use https'],
    ['PROVIDER_URL', { PROVIDER_URL: 'http://id.example' }, 'private network'],
    ['PROVIDER_URL', { PROVIDER_URL: 'http://172.32.0.1' }, 'private network'],
    ['OPRF_URL', { OPRF_URL: 'http://oprf.example', OPAQUE_SERVER_KEYS: PAGE_KEY }, 'private network'],
    ['EVENTS_URL', { EVENTS_URL: 'http://siem.example/hook' }, 'private network'],
    ['PHONE_SENDER_URL', { PHONE_SENDER_URL: 'http://sms.example' }, 'private network'],
    ['CLIENT_METADATA_HOSTS', { CLIENT_METADATA_HOSTS: '*, localhost:3000' }, 'this machine'],
    ['OPAQUE_SERVER_KEYS', { OPRF_URL: 'http://oprf:8080' }, 'a setup of its own'],
    ['PROVIDER_URL', { PROVIDER_URL: 'http://[2001:db8::1]' }, 'private network'],
    ['PROVIDER_URL', { PROVIDER_URL: 'http://[::ffff:8.8.8.8]' }, 'private network'],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '' }, 'or none'],
    ['INTERNAL_SERVICE_TOKEN', { INTERNAL_SERVICE_TOKEN: `change-me-${SECRET}` }, 'placeholder'],
    ['LOGIN_INDEX_KEY', { LOGIN_INDEX_KEY: 'a'.repeat(64) }, 'too few different characters'],
    ['LOGIN_INDEX_KEY', { LOGIN_INDEX_KEY: SECRET }, 'same value as INTERNAL_SERVICE_TOKEN'],
    ['TOKEN_SECRET', { TOKEN_SECRET: SECRET }, 'same value as INTERNAL_SERVICE_TOKEN'],
    ['ADMIN_TOKEN', { LOGIN_INDEX_KEY: OTHER, ADMIN_TOKEN: `${OTHER},${SECRET}` }, 'same value as LOGIN_INDEX_KEY'],
  ])('%s is refused as %j', (name, changes, rule) => {
    const problems = checkProductionRules({ ...SOUND, ...changes }, COMPONENTS)
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} .*${rule}`))])
    expect(problems.join()).not.toContain(SECRET)
  })

  test.each([
    [
      'this machine, without TLS',
      { BASE_URL: 'http://localhost:8080', WEB_URL: 'http://127.0.0.1:1', CORE_URL: 'http://[::1]' },
    ],
    [
      'a mail server with a password of its own choice',
      { SMTP_URL: 'smtps://user:password@mail.example', MAIL_FROM: 'id@mail.example' },
    ],
    ['a receiver on a private network', { EVENTS_URL: 'http://siem:3000/hook?token=example' }],
    ['a provider on a private network', { PROVIDER_URL: 'http://10.1.2.3:8080' }],
    ['a provider by the name of its container', { PROVIDER_URL: 'http://provider:8080' }],
    ['an OPRF server on a private network', { OPRF_URL: 'http://oprf:8080', OPAQUE_SERVER_KEYS: PAGE_KEY }],
    ['a provider in a cluster', { PROVIDER_URL: 'http://provider.auth.svc.cluster.local' }],
    ['documents of any host', { CLIENT_METADATA_HOSTS: '*,!evil.example' }],
    ['a proxy', { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }],
    ['an old value that was shared, on its way out', { KEY_ENCRYPTION_SECRET: `${OTHER},${SECRET}` }],
  ])('%s is accepted', (_case, changes) => {
    expect(checkProductionRules({ ...SOUND, ...changes }, COMPONENTS)).toEqual([])
  })

  test('a core without a page beside it needs no key for one', () => {
    const env = { ...SOUND, OPRF_URL: 'http://oprf:8080' }
    expect(checkProductionRules(env, ['core', 'provider'])).toEqual([])
  })
})

describe('in development', () => {
  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.5'],
    ['BASE_URL', 'https://id.example'],
    ['BASE_URL', 'http://192.168.1.5:8080'],
  ])('%s=%s is refused: others would reach secrets that were made up', (name, value) => {
    expect(checkDevelopmentRules({ [name]: value })).toEqual([expect.stringContaining('countersign serve')])
  })

  test.each([{}, { HOST: '127.0.0.1' }, { HOST: '::1' }, { HOST: 'localhost', BASE_URL: 'http://app.localhost:8080' }])(
    '%j is accepted',
    (env) => {
      expect(checkDevelopmentRules(env)).toEqual([])
    },
  )
})
