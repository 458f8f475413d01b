import { join } from 'node:path'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ADD_CLIENT, startCommandLine } from '../../test/command-line.ts'

const UNKNOWN_CLIENT = '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11'

const line = startBeforeAll(startCommandLine)

test('clients add registers an app and says its secret once; list and show describe the app', async () => {
  const scopes = ['--scope', 'email:required=To send you receipts.', '--scope', 'phone']
  const added = await line.runJson(...ADD_CLIENT, ...scopes, '--description', 'An app.')
  expect(added.client_secret).toMatch(/^cs_cs_[\w-]{43}$/)
  const shown = await line.runJson('clients', 'show', added.client_id)
  expect(shown).toMatchObject({
    client_id: added.client_id,
    name: 'My App',
    description: 'An app.',
    redirect_uris: ['https://app.example/callback'],
    require_pkce: true,
    valid_secrets: 1,
    scopes: [
      { name: 'openid', required: false, reason: '' },
      { name: 'email', required: true, reason: 'To send you receipts.' },
      { name: 'phone', required: false, reason: '' },
    ],
  })
  const { said } = await line.run('clients', 'list')
  expect(said).toContain(added.client_id)
  for (const text of [said, JSON.stringify(shown), (await line.run('clients', 'show', added.client_id)).said]) {
    expect(text).not.toContain('cs_cs_')
  }
  expect((await line.run(...ADD_CLIENT)).said).toMatch(/client_secret {2}cs_cs_[\w-]{43}\n[^]*Keep the secret now/)
})

test('clients add finds a file from the folder of the user, also when npm runs the command elsewhere', async () => {
  const INIT_CWD = join(import.meta.dirname, '../../../../kit/examples/relying-app')
  expect(await line.runWith({ INIT_CWD }, ...ADD_CLIENT, '--logo', 'logo.png')).toMatchObject({
    code: 0,
    complaint: '',
  })
})

test('clients add gives a public app no secret', async () => {
  expect(await line.runJson(...ADD_CLIENT, '--public')).toEqual({
    client_id: expect.any(String),
    claims_notice: expect.any(String),
  })
})

test.each([
  ['keeps the old secret for a while', [], 2],
  ['ends the old secret at once after a leak', ['--overlap-hours', '0'], 1],
])('clients rotate-secret %s', async (_case, flags, valid_secrets) => {
  const { client_id, client_secret } = await line.runJson(...ADD_CLIENT)
  const rotated = await line.runJson('clients', 'rotate-secret', client_id, ...flags)
  expect(rotated.client_secret).not.toBe(client_secret)
  expect(await line.runJson('clients', 'show', client_id)).toMatchObject({ valid_secrets })
})

test('clients disable and enable take an app out of service and back', async () => {
  const { client_id } = await line.runJson(...ADD_CLIENT)
  expect((await line.run('clients', 'disable', client_id)).said).toContain('work again once you enable it')
  expect((await line.run('clients', 'show', client_id)).said).toMatch(/disabled_at +\d{4}-/)
  await line.run('clients', 'enable', client_id)
  expect(await line.runJson('clients', 'show', client_id)).toHaveProperty('disabled_at', null)
})

test('clients remove needs --yes', async () => {
  const { client_id } = await line.runJson(...ADD_CLIENT)
  expect(await line.run('clients', 'remove', client_id)).toMatchObject({
    code: 1,
    complaint: 'Removing an app ends the access of all its users and cannot be undone. If you mean it, add --yes.\n',
  })
  expect(await line.runJson('clients', 'remove', client_id, '--yes')).toEqual({ client_id, removed: true })
  expect((await line.run('clients', 'show', client_id)).code).toBe(1)
})

test.each([
  ['a redirect URI with script', ['add', '--redirect-uri', 'javascript:alert(1)'], 'redirect URI'],
  ['an unknown scope', ['add', '--scope', 'everything'], 'There are: openid'],
  ['a public app without PKCE', ['add', '--public', '--no-require-pkce'], 'PKCE'],
  ['a missing logo', ['add', '--logo', '/nowhere/logo.png'], 'cannot be read'],
  ['a logo that is no image', ['add', '--logo', import.meta.filename], 'PNG'],
  ['to show an unknown app', ['show', UNKNOWN_CLIENT], 'There is no'],
  ['to rotate the secret of an unknown app', ['rotate-secret', UNKNOWN_CLIENT], 'There is no'],
  ['to disable an unknown app', ['disable', UNKNOWN_CLIENT], 'There is no'],
  ['to remove an unknown app', ['remove', UNKNOWN_CLIENT, '--yes'], 'There is no'],
])('clients refuses %s in a sentence', async (_case, [command = '', ...flags], hint) => {
  const start = command === 'add' ? ADD_CLIENT : ['clients', command]
  const { code, complaint } = await line.run(...start, ...flags)
  expect(code).toBe(1)
  expect(complaint).toContain(hint)
  expect(complaint.trim().split('\n')).toHaveLength(1)
})
