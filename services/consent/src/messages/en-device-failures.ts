const refused = () =>
  'The vault that the server sent is not the one it should be. Nothing was opened and nothing was changed. Please tell the operator.'
const noPrf = () => 'This passkey cannot open a vault. Use another one, or a password.'

/** What the device itself refuses, of passkeys, methods and known apps. */
export const deviceFailures = {
  untrusted_server: refused,
  vault_missing: refused,
  activity_broken: () =>
    'The server sent another activity than the one that your vault lists. Nothing was changed. Please tell the operator.',
  key_rotated: () => 'Another device renewed the key of your vault. Sign in again.',
  app_key_changed: () =>
    'The app would encrypt to another key than the one you approved. Nothing was shared. Go on only if you know why.',
  invalid_passkey: () => 'The service did not accept this passkey. Try again.',
  last_method: () => 'This is your last way to sign in besides the recovery key. Add another one first.',
  passkey_cancelled: () => 'The passkey was not used. Try again when you are ready.',
  passkey_exists: () => 'This device already has a passkey of your account.',
  passkey_no_prf: noPrf,
  prf_required: noPrf,
  passkey_unstable: () => 'This passkey gives a different key each time and cannot open a vault. Use another one.',
  passkey_unsupported: () => 'This browser cannot use passkeys here. Use a password, or another browser.',
}
