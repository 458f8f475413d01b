import { ClientError } from '../failure.ts'

/** 512 bytes. WebAuthn allows 1023, but the key of a record depends on it by HKDF, whose `info` takes 1024 bytes in all. */
const MAXIMUM_CHARACTERS = 683

/**
 * Refuses a passkey that no record could be bound to, before anything is stored of it.
 * @throws ClientError `passkey_no_prf`
 */
export function requireUsableId(credentialId: string): void {
  if (credentialId.length > MAXIMUM_CHARACTERS) throw new ClientError({ code: 'passkey_no_prf' })
}
