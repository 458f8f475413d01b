import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/contracts'
import { readText } from '@countersign/vault'
import { fieldsOf, listOf, readNumber, texts } from './answer.ts'

const PUBLIC_KEY = 'public-key'

const readCreationFields = fieldsOf({
  challenge: readText,
  rp: fieldsOf(texts('id', 'name')),
  user: fieldsOf(texts('id', 'name', 'displayName')),
  pubKeyCredParams: listOf(fieldsOf({ alg: readNumber })),
  timeout: readNumber,
  excludeCredentials: listOf(fieldsOf({ id: readText }, { transports: listOf(readText) })),
})

/** What core asks of a new passkey. How strict the authenticator is to be is compiled in, not believed. */
export function readCreationOptions(value: unknown, what: string): PasskeyCreationOptions {
  const { pubKeyCredParams, excludeCredentials, ...fields } = readCreationFields(value, what)
  return {
    ...fields,
    pubKeyCredParams: pubKeyCredParams.map((param) => ({ ...param, type: PUBLIC_KEY })),
    excludeCredentials: excludeCredentials.map((credential) => ({ ...credential, type: PUBLIC_KEY })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

const readRequestFields = fieldsOf({ challenge: readText, rpId: readText, timeout: readNumber })

export function readRequestOptions(value: unknown, what: string): PasskeyRequestOptions {
  return { ...readRequestFields(value, what), userVerification: 'required' }
}
