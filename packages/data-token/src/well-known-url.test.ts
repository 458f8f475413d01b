import { expect, test } from 'vitest'
import { wellKnownUrl } from './well-known-url.ts'

test.each([
  ['jwt-vc-issuer', 'https://uni.example', '/.well-known/jwt-vc-issuer'],
  ['jwt-vc-issuer', 'https://uni.example/', '/.well-known/jwt-vc-issuer'],
  ['jwt-vc-issuer', 'https://uni.example/law/', '/.well-known/jwt-vc-issuer/law'],
  ['oauth-authorization-server', 'https://uni.example/law', '/.well-known/oauth-authorization-server/law'],
  ['oauth-authorization-server', 'https://uni.example/test/a/x/', '/.well-known/oauth-authorization-server/test/a/x'],
  ['openid-credential-issuer', 'https://uni.example/', '/.well-known/openid-credential-issuer'],
  ['openid-credential-issuer', 'https://uni.example/law', '/.well-known/openid-credential-issuer/law'],
  ['openid-credential-issuer', 'https://uni.example/law/', '/.well-known/openid-credential-issuer/law/'],
] as const)('the %s metadata of %s is at %s', (name, issuer, path) => {
  expect(wellKnownUrl(name, issuer)).toBe(`https://uni.example${path}`)
})
