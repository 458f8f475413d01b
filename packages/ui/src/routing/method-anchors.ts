/** Parts of the page of sign-in methods, which the server names to password managers. */
export const METHOD_ANCHORS = {
  password: '#password',
  newPasskey: '#new-passkey',
  aboutPasskeys: '#about-passkeys',
} as const
