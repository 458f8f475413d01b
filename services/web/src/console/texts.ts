import { formatOf } from '../messages/format.ts'
import { APP_TEXTS } from './apps/app-texts.ts'

const { counted } = formatOf('en')

/** The texts of the console, in English only. */
export const texts = {
  ...APP_TEXTS,

  navigation: {
    label: 'Console',
    menu: 'Menu',
    groups: { people: 'People', apps: 'Apps', service: 'Service' },
    people: 'People',
    apps: 'Apps',
    tokens: 'Registration',
    keys: 'Signing keys',
    audit: 'Audit trail',
    health: 'Health',
    figures: 'Figures',
  },

  access: {
    title: 'Console',
    lead: (name: string) =>
      `The apps, the signing keys and the audit trail of ${name}. It knows people by their identifiers alone.`,
    personTitle: 'As yourself',
    person: 'For administrators, and for developers where people may register apps of their own.',
    personSubmit: 'Sign in',
    tokenTitle: 'With the administration token',
    token: 'Administration token',
    tokenHint:
      'The value of ADMIN_TOKEN. It stays in the memory of this page: once it is closed or loaded again, it is forgotten.',
    tokenEmpty: 'Type the administration token.',
    tokenWrong: 'This is not the administration token.',
    tokenUnavailable: 'This service takes no administration token: ADMIN_TOKEN is not set.',
    tokenSubmit: 'Open the console',
    tokenBusy: 'Opening…',
    tokenAgainTitle: 'The administration token is needed again',
    tokenAgain: 'The one from before is refused by now. What you typed stays, and goes on afterwards.',
    leave: 'Leave',
    byToken: 'Administration token',
    roles: { administrator: 'Administrator', developer: 'Developer', none: 'Signed in' },
    missingTitle: 'Page not found',
    missing: 'There is no page at this address yet. Use the menu.',
    noneTitle: 'Nothing to do here yet',
    none: 'Your account is no administrator of this service, and only administrators register apps. Whoever runs it can add your user id to ADMINISTRATORS:',
    userId: 'Your user id',
    developer: 'The apps that you have registered.',
  },

  actions: {
    copy: 'Copy',
    copied: 'Copied.',
    copyFailed: 'Your browser did not let us copy it. Select the text instead.',
    done: 'I have kept it',
    shownOnce: 'It is shown this once: nobody can look it up later.',
    saved: 'Saved.',
    refresh: 'Load again',
    find: 'Find',
  },

  refusals: {
    not_found: 'It is not there any more.',
    not_allowed: 'You may not do this here.',
    passkey_required:
      'Administrators sign in by passkey alone. Under Sign-in methods, add a passkey and remove your password, then sign in with the passkey.',
    last_secret: 'This is the last secret that does not end by itself. Make a new one first.',
    key_in_use: 'This key signs. Make new keys first.',
    too_many_apps: 'You have as many apps as one person may register here.',
    invalid_admin_token: 'This is not the administration token.',
  },

  coreRefusals: {
    not_found:
      'Core takes no administration token. Set ADMIN_TOKEN for core too, with the provider’s value, and restart it.',
    invalid_admin_token: 'Core refuses this token. Set the same ADMIN_TOKEN for core and the provider.',
  },

  tokens: {
    title: 'Registration',
    lead: 'Whoever holds a registration token can have a program register apps (RFC 7591).',
    notOfUse: {
      off: 'Programs cannot register apps here: DYNAMIC_REGISTRATION is off. Tokens are of use once it is set to token.',
      open: 'Anybody can register apps here without a token: DYNAMIC_REGISTRATION is set to open.',
    },
    makeTitle: 'A new registration token',
    lifetime: 'It works for',
    lifetimes: { hour: 'one hour', day: 'one day', week: 'one week', month: '30 days', year: 'one year' },
    uses: 'How many apps it can register',
    usesHint: 'Empty: any number.',
    usesWrong: 'Type a whole number from 1 to 10,000, or nothing.',
    make: 'Make a token',
    making: 'Making…',
    made: 'Registration token',
    emptyTitle: 'No registration token',
    empty: 'Those that still work stand here.',
    listTitle: 'Registration tokens',
    columns: { made: 'Made', ends: 'Ends', left: 'Registers', action: 'Action' },
    anyNumber: 'any number of apps',
    left: counted({ one: 'one app', other: '# apps' }),
    end: 'End',
    endOf: (date: string) => `End the token of ${date}`,
    endTitle: 'End this registration token?',
    endLead: 'It registers no more apps. Those that it registered stay.',
    ended: 'The registration token has ended.',
  },

  keys: {
    title: 'Signing keys',
    lead: 'They sign id tokens, and are renewed by themselves.',
    none: 'There is none yet: the first ones are made once they are needed.',
    states: {
      published: 'Signs soon',
      active: 'Signs',
      retired: 'Verifies',
      removed: 'No longer published',
    },
    columns: {
      kid: 'Key id',
      algorithm: 'Algorithm',
      state: 'State',
      from: 'Signs from',
      until: 'Published until',
      action: 'Action',
    },
    rotate: 'Make new keys',
    rotateTitle: 'Make new signing keys?',
    rotateLead:
      'They are published ten minutes before they sign, so that apps know them by then. The old ones still verify what they signed.',
    rotateNow: 'Replace them now',
    rotateNowTitle: 'Replace all signing keys now?',
    rotateNowLead:
      'For when a key has leaked. What the old ones signed is refused, and apps may refuse sign-ins until they read the new keys.',
    rotateNowConfirm: 'Replace all',
    rotated: 'There are new signing keys.',
    nothingRotated: 'Nothing was made: the newest keys do not sign yet.',
    remove: 'Withdraw',
    removeOf: (kid: string) => `Withdraw the key ${kid}`,
    removeTitle: 'Withdraw this key?',
    removeLead: 'It is published no longer, and nothing that it signed can be verified.',
    removed: 'The key is published no longer.',
  },

  figures: {
    title: 'Figures',
    lead: (date: string) =>
      `What happened since ${date}, when the service was started; by day, what the audit trail has.`,
    byDay: 'By day (UTC)',
    charts: { flows: 'Tokens issued', refused: 'Requests refused', revoked: 'Grants ended' },
    most: (number: string) => `at most ${number} a day`,
    today: 'today',
    total: counted({ one: 'one in 30 days', other: '# in 30 days' }),
    asTable: 'As a table',
    day: 'Day',
    count: 'How often',
    events: 'Events',
    event: 'Event',
    refusals: 'Refusals by reason',
    reason: 'Reason',
    latency: 'How long answers take',
    route: 'Route',
    half: 'Half within',
    slowest20th: '95 % within',
    nearlyAll: '99 % within',
    milliseconds: (number: string) => `${number} ms`,
    failed: 'Failed',
    outcome: 'Outcome',
    nothing: 'Nothing so far.',
    tooMuch: 'Too many events to count here. See your metrics.',
  },
}
