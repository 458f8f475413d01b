/** Passkeys, password and recovery key. */
export const passkeys = {
  title: 'Sign-in methods',
}
