/** What this is, to someone who is not signed in. */
export const home = {
  title: 'Your data, on your terms',
  lead: (name: string) =>
    `${name} keeps your profile in a vault that only your devices can open. An app that asks sees exactly what you approve, and nothing else.`,
  signIn: 'Sign in',
  signUp: 'Create an account',
  points: [
    ['Only you can open it', 'Your vault is encrypted on this device. We keep it and cannot read it.'],
    ['You see what leaves', 'Before an app gets anything, you see the exact values and choose.'],
    ['You decide each time', 'Say no as easily as yes. Nothing is shared behind your back.'],
  ],
}
