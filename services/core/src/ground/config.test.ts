import { generateDataTokenSecret } from '@countersign/data-token'
import { type Environment, SettingsError } from '@countersign/service/settings'
import { expect, test } from 'vitest'
import { generateCoreSecrets, readCoreConfig } from './config.ts'

const environment = async () => ({
  INTERNAL_SERVICE_TOKEN: `${'n'.repeat(32)}, ${'o'.repeat(32)}`,
  DATA_TOKEN_SECRET: await generateDataTokenSecret(),
  ...(await generateCoreSecrets()),
})

test('core settings: secrets alone are enough', async () => {
  expect(await readCoreConfig(await environment())).toMatchObject({
    issuer: 'http://localhost:8080',
    providerUrl: 'http://localhost:8080',
    webOrigin: 'http://localhost:8080',
    serviceToken: 'n'.repeat(32),
    providerTimeoutSeconds: 5,
    dataTokenLifetimeSeconds: 300,
    rateLimits: { signIns: 30, signUps: 20, commits: 60, commitMegabytes: 100 },
  })
})

test('core settings: a refusal names every bad setting, never a value', async () => {
  const message = await refusalOf({
    BASE_URL: 'ftp://sesame.example',
    INTERNAL_SERVICE_TOKEN: 'sesame-open',
    INTERNAL_SERVICE_TIMEOUT: '0',
    DATA_TOKEN_SECRET: 'sesame-open',
    OPAQUE_SERVER_SETUP: 'sesame-open',
    LOGIN_INDEX_KEY: 'sesame-open',
  })
  for (const name of [
    'BASE_URL',
    'INTERNAL_SERVICE_TOKEN',
    'INTERNAL_SERVICE_TIMEOUT',
    'DATA_TOKEN_SECRET',
    'OPAQUE_SERVER_SETUP',
    'LOGIN_INDEX_KEY',
  ]) {
    expect(message).toContain(name)
  }
  expect(message).not.toContain('sesame')
})

test.each(['INTERNAL_SERVICE_TOKEN', 'DATA_TOKEN_SECRET', 'OPAQUE_SERVER_SETUP', 'LOGIN_INDEX_KEY'])(
  'core settings: a missing %s is named',
  async (name) => {
    expect(await refusalOf({ ...(await environment()), [name]: undefined })).toContain(`${name} is not set.`)
  },
)

test('core settings: the OPAQUE setup belongs to core or to its OPRF server, never to both', async () => {
  const { OPAQUE_SERVER_SETUP, ...rest } = await environment()
  const apart = { ...rest, OPRF_URL: 'https://oprf.example', OPRF_TOKEN: `${'n'.repeat(32)}, ${'o'.repeat(32)}` }
  expect(await readCoreConfig(apart)).toMatchObject({
    opaqueServerSetups: [],
    oprf: { url: 'https://oprf.example', token: 'n'.repeat(32) },
  })
  expect((await readCoreConfig({ ...rest, OPAQUE_SERVER_SETUP })).oprf).toBeUndefined()
  expect(await refusalOf({ ...apart, OPAQUE_SERVER_SETUP })).toContain('OPAQUE_SERVER_SETUP must not be given to core')
  expect(await refusalOf({ ...apart, OPRF_TOKEN: undefined })).toContain('OPRF_TOKEN is not set.')
  expect(await refusalOf({ ...apart, OPRF_TOKEN: 'short' })).toContain('OPRF_TOKEN must hold')
})

test('core settings: a signing key without its private half is refused', async () => {
  const { d: _private, ...publicHalf } = JSON.parse(await generateDataTokenSecret())
  const env = { ...(await environment()), DATA_TOKEN_SECRET: JSON.stringify(publicHalf) }
  expect(await refusalOf(env)).toContain('DATA_TOKEN_SECRET must hold a private key')
})

async function refusalOf(env: Environment): Promise<string> {
  const refusal = await readCoreConfig(env).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SettingsError)
  return String(refusal)
}

test('core settings: mail and SMS need all of their settings', async () => {
  const mail = { SMTP_URL: 'smtps://user:p%40ss@mail.example', MAIL_FROM: 'Example ID <no-reply@id.example>' }
  const phone = { PHONE_SENDER_URL: 'https://sms.example/send', PHONE_SENDER_TOKEN: 't'.repeat(32) }
  expect(await readCoreConfig({ ...(await environment()), ...mail, ...phone })).toMatchObject({
    mail: { smtp: { host: 'mail.example', port: 465, secure: true, user: 'user', password: 'p@ss' } },
    phoneSender: { url: 'https://sms.example/send', token: 't'.repeat(32) },
  })
  const { mail: none, phoneSender } = await readCoreConfig(await environment())
  expect([none, phoneSender]).toEqual([undefined, undefined])
  const half = await refusalOf({ SMTP_URL: mail.SMTP_URL, PHONE_SENDER_URL: phone.PHONE_SENDER_URL })
  expect(half).toContain('MAIL_FROM is not set.')
  expect(half).toContain('PHONE_SENDER_TOKEN is not set.')
})

test.each([
  'no-reply',
  'a@id.example, b@id.example',
  'Eve <a@id.example>\r\nBcc: b@id.example',
  '"Eve" <a@id.example>',
])('core settings: MAIL_FROM %j is refused', async (from) => {
  expect(await refusalOf({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from })).toContain('MAIL_FROM must be')
})
