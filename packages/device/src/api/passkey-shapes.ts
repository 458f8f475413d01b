import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/contracts'
import { readFields, readList, readNumber, readText, readTexts } from './fields.ts'

/** What core asks of a new passkey. How strict the authenticator is to be is compiled in, not believed. */
export function readCreationOptions(value: unknown): PasskeyCreationOptions {
  const { challenge, rp, user, pubKeyCredParams, timeout, excludeCredentials } = readFields(value)
  return {
    challenge: readText(challenge),
    rp: readTexts(rp, ['id', 'name']),
    user: readTexts(user, ['id', 'name', 'displayName']),
    pubKeyCredParams: readList(pubKeyCredParams).map((param) => ({
      alg: readNumber(readFields(param)['alg']),
      type: 'public-key',
    })),
    timeout: readNumber(timeout),
    excludeCredentials: readList(excludeCredentials).map(readDescriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

export function readRequestOptions(value: unknown): PasskeyRequestOptions {
  const { challenge, rpId, timeout } = readFields(value)
  return {
    challenge: readText(challenge),
    rpId: readText(rpId),
    timeout: readNumber(timeout),
    userVerification: 'required',
  }
}

function readDescriptor(value: unknown): PasskeyCreationOptions['excludeCredentials'][number] {
  const { id, transports } = readFields(value)
  return {
    id: readText(id),
    type: 'public-key',
    ...(transports === undefined ? {} : { transports: readList(transports).map(readText) }),
  }
}
