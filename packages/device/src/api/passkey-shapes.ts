import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/contracts'
import { fieldsOf, listOf, type Reader, readNumber, readText, texts } from '../read.ts'

const publicKeyType = compiledIn('public-key')

/** Core's options for a new passkey. Authenticator requirements are compiled in, not taken from core. */
export const readCreationOptions: Reader<PasskeyCreationOptions> = fieldsOf({
  challenge: readText,
  rp: fieldsOf(texts('id', 'name')),
  user: fieldsOf(texts('id', 'name', 'displayName')),
  pubKeyCredParams: listOf(fieldsOf({ alg: readNumber, type: publicKeyType })),
  timeout: readNumber,
  excludeCredentials: listOf(fieldsOf({ id: readText, type: publicKeyType }, { transports: listOf(readText) })),
  authenticatorSelection: compiledIn({
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  }),
  attestation: compiledIn('none'),
})

/** Without a challenge: the device derives it from core's nonce and the purpose of the gesture. */
export const readRequestOptions: Reader<Omit<PasskeyRequestOptions, 'challenge'>> = fieldsOf({
  rpId: readText,
  timeout: readNumber,
  userVerification: compiledIn('required'),
})

/** A value that the server has no say in. */
function compiledIn<const Value>(value: Value): Reader<Value> {
  return () => value
}
