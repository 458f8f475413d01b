import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** Where the account is signed in, and what the server noticed. */
export const sessions = {
  title: 'Devices',
  lead: 'Where your account is signed in right now.',
  current: 'This device',
  unknownBrowser: 'Unknown browser',
  unknownNetwork: 'unknown network',
  methods: { password: 'by password', passkey: 'by passkey', recovery: 'by recovery key' },
  network: (network: string) => `from ${network}`,
  lastSeen: (when: string) => `Last seen on ${when}`,
  onlyThis: 'Your account is signed in nowhere else.',
  end: 'Sign out',
  ended: 'That device was signed out.',
  endOthers: 'Sign out all other devices',
  endOthersTitle: 'Sign out all other devices?',
  endOthersMessage: 'Whoever uses them has to sign in again. This device stays signed in.',
  endOthersApps: 'Also end the access of all apps; they have to ask you again.',
  endedOthers: (count: number) =>
    plural(count, {
      one: 'The other device was signed out.',
      other: (number) => `${number} other devices were signed out.`,
    }),

  events: 'What the service noticed',
  eventsLead:
    'The service says this; your vault cannot check it. If something here was not you, sign out all other devices and look through your sign-in methods.',
  noEvents: 'Nothing yet.',
}
