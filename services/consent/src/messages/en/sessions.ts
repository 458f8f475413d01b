/** Where the account is signed in. */
export const sessions = {
  title: 'Devices',
}
