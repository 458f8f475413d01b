import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startCommandLine } from '../../test/command-line.ts'

const line = startBeforeAll(startCommandLine)

const NOTES = 'https://notes.example'

test('an API is registered with its scopes, shown, changed, and removed once no app has to do with it', async () => {
  const added = await line.runJson('resources', 'add', NOTES, '--name', 'Notes', '--scope', 'notes:read=See your notes')
  expect(added).toMatchObject({
    resource: NOTES,
    access_token_format: 'opaque',
    scopes: [{ name: 'notes:read', texts: { en: { title: 'See your notes', description: '' } } }],
    client_secret: expect.stringMatching(/^cs_cs_/),
  })
  expect((await line.run('resources', 'list')).said).toContain(`${NOTES}  Notes`)
  const words = { en: { title: 'See notes', description: 'All of them.' }, de: { title: 'Notizen', description: '' } }
  const file = line.file('scopes.json', { 'notes:read': words, 'notes:write': words })
  await line.runJson('resources', 'update', NOTES, '--scopes', file, '--format', 'jwt', '--alg', 'ES256')
  const shown = JSON.parse((await line.run('resources', 'show', NOTES)).said)
  expect(shown).toMatchObject({ name: 'Notes', access_token_format: 'jwt', access_token_signed_response_alg: 'ES256' })
  expect(shown.scopes).toEqual(['notes:read', 'notes:write'].map((name) => ({ name, texts: words })))

  const app = [
    'clients',
    'add',
    '--name',
    'Job',
    '--scope',
    'notes:read',
    '--plain',
    '--grant-type',
    'client_credentials',
  ]
  const { client_id } = await line.runJson(...app)
  expect((await line.run('resources', 'remove', NOTES)).complaint).toContain('--yes')
  expect((await line.run('resources', 'remove', NOTES, '--yes')).complaint).toContain(client_id)
  await line.run('clients', 'remove', client_id, '--yes')
  expect(await line.runJson('resources', 'remove', NOTES, '--yes')).toEqual({ resource: NOTES, removed: true })
  expect((await line.run('resources', 'show', NOTES)).complaint).toContain('no such API')
})

test.each([
  ['without a scope', [], 'at least one scope'],
  ['with a scope that nobody can read', ['--scope', 'notes:read'], 'at least one scope'],
  ['with a built-in scope', ['--scope', 'email=Mail'], 'Choose another name'],
])('an API %s is refused with what would be right', async (_case, options, complaint) => {
  const refused = await line.run('resources', 'add', NOTES, '--name', 'Notes', ...options)
  expect(refused.code).not.toBe(0)
  expect(refused.complaint).toContain(complaint)
})
