import { formatOf } from '../messages/format.ts'
import { APP_TEXTS } from './apps/app-texts.ts'

const { plural } = formatOf('en')

/** The texts of the console, which is in English only: operators read it. */
export const texts = {
  ...APP_TEXTS,

  navigation: {
    label: 'Console',
    apps: 'Apps',
    tokens: 'Registration',
    keys: 'Signing keys',
    audit: 'Audit trail',
    figures: 'Figures',
  },

  /** The way in. */
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
    noneTitle: 'Nothing to do here yet',
    none: 'Your account is no administrator of this service, and only administrators register apps. Whoever runs it can add your user id to ADMINISTRATORS:',
    userId: 'Your user id',
    developer: 'The apps that you have registered.',
  },

  /** What several pages say. */
  actions: {
    copy: 'Copy',
    copied: 'Copied.',
    copyFailed: 'Your browser did not let us copy it. Select the text instead.',
    done: 'I have kept it',
    shownOnce: 'It is shown this once: nobody can look it up later.',
    saved: 'Saved.',
    refresh: 'Load again',
  },

  /** What the service refuses, where no field is wrong. */
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
    of: (date: string) => `Made on ${date}`,
    detail: (left: string, date: string) => `${left} · ends on ${date}`,
    anyNumber: 'for any number of apps',
    left: (count: number) => plural(count, { one: 'for one app', other: (number) => `for ${number} apps` }),
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
    from: (date: string) => `signs from ${date}`,
    until: (date: string) => `published until ${date}`,
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

  audit: {
    title: 'Audit trail',
    lead: 'What was decided, the newest first: identifiers, never values.',
    event: 'Event',
    anyEvent: 'Every event',
    outcome: 'Outcome, or who did it',
    outcomeHint: 'Beside an event, a client id or a user id.',
    clientId: 'Client id',
    userId: 'User id',
    since: 'From this day',
    until: 'To this day',
    filter: 'Show',
    clear: 'Clear',
    emptyTitle: 'Nothing found',
    empty: 'Nothing like this was recorded.',
    times: (count: number) => plural(count, { one: 'once', other: (number) => `${number} times within an hour` }),
    facts: {
      outcome: 'Outcome',
      client_id: 'App',
      user_id: 'Person',
      grant_id: 'Grant',
      auth_request_id: 'Request',
      network: 'Network',
    },
  },

  figures: {
    title: 'Figures',
    lead: (date: string) =>
      `What happened since ${date}, when the service was started; by day, what the audit trail has.`,
    byDay: 'By day (UTC)',
    charts: { flows: 'Tokens issued', refused: 'Requests refused', revoked: 'Grants ended' },
    total: (count: number) => plural(count, { one: 'one in 30 days', other: (number) => `${number} in 30 days` }),
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
    most: '95 % within',
    nearlyAll: '99 % within',
    milliseconds: (number: string) => `${number} ms`,
    failed: 'Failed',
    outcome: 'Outcome',
    nothing: 'Nothing so far.',
    tooMuch: 'Too many events to count here. See your metrics.',
  },
}
