import { expect, test } from 'vitest'
import { appIdentityOf } from './app-identity.ts'

const client = { client_id: 'c', name: 'Books', logo: '', description: '' }
const requestTo = (redirect_uri: string) => ({
  auth_request_id: 'r',
  status: 'pending' as const,
  expires_at: '',
  requested_scopes: [],
  scope_details: [],
  state: '',
  redirect_uri,
  client,
})

test.each([
  ['a site goes by its host', 'https://books.example/cb', 'books.example'],
  ['a port is part of it', 'http://localhost:8090/cb', 'localhost:8090'],
  ['a program has no host: it goes by its scheme', 'org.example.books:/cb', 'org.example.books'],
  ['what leads nowhere has none', 'no address', ''],
])('of where an app returns to, %s', (_case, redirectUri, host) => {
  expect(appIdentityOf(requestTo(redirectUri))).toEqual({
    clientId: 'c',
    name: 'Books',
    host,
    encryptionKey: undefined,
  })
})
