/** The account: export, import, closing it. */
export const account = {
  title: 'Your account',
}
