import { formatOf } from '@countersign/ui/messages/format.ts'

const { counted } = formatOf('en')

/** The texts of the console, in English only. */
export const texts = {
  navigation: {
    label: 'Console',
    menu: 'Menu',
    groups: { people: 'People', apps: 'Apps', service: 'Service' },
    people: 'People',
    apps: 'Apps',
    scopes: 'Scopes',
    claims: 'Claims',
    resources: 'Resource servers',
    tokens: 'Registration',
    keys: 'Signing keys',
    audit: 'Audit trail',
    health: 'Health',
  },

  access: {
    title: 'Console',
    lead: (name: string) =>
      `Run ${name}: apps, accounts, signing keys, the audit trail. People appear by their user ids alone.`,
    personTitle: 'As yourself',
    person: 'For administrators, and for developers with apps of their own.',
    personSubmit: 'Sign in',
    tokenTitle: 'With the administration token',
    token: 'Administration token',
    tokenHint: 'The value of ADMIN_TOKEN. This page forgets it when you close or reload it.',
    tokenEmpty: 'Type the administration token.',
    tokenWrong: 'This is not the administration token.',
    tokenUnavailable: 'This service takes no administration token: ADMIN_TOKEN is not set.',
    tokenSubmit: 'Open the console',
    tokenBusy: 'Opening…',
    tokenAgainTitle: 'The administration token is needed again',
    tokenAgain: 'The service no longer takes the one you typed. Your changes stay, and continue afterwards.',
    leave: 'Leave',
    byToken: 'Administration token',
    roles: { administrator: 'Administrator', developer: 'Developer', none: 'Signed in' },
    missingTitle: 'Page not found',
    missing: 'There is no page at this address yet. Use the menu.',
    noneTitle: 'Nothing to do here yet',
    none: 'Your account can’t manage this service. Ask its operator to add your user id to ADMINISTRATORS:',
    userId: 'Your user id',
    developer: 'The apps you’ve registered.',
  },

  actions: {
    copy: 'Copy',
    copied: 'Copied.',
    copyFailed: 'Your browser did not let us copy it. Select the text instead.',
    done: 'I have kept it',
    managedByFile: 'From the apps file',
    shownOnce: 'It’s shown only once. Keep it now.',
    saved: 'Saved.',
    refresh: 'Load again',
    find: 'Find',
  },

  refusals: {
    not_found: 'It’s no longer there.',
    not_allowed: 'You’re not allowed to do this.',
    passkey_required:
      'Administrators sign in by passkey alone. Under Sign-in methods, add a passkey and remove your password, then sign in with the passkey.',
    last_secret: 'This is the last secret without an end date. Make a new one first.',
    key_in_use: 'This key signs. Make new keys first.',
    managed_by_file: 'The apps file (APPS_FILE) holds it. Change it there.',
    too_many_apps: 'You have as many apps as one person may register.',
    invalid_admin_token: 'This is not the administration token.',
  },

  coreRefusals: {
    not_found:
      'Core takes no administration token. Set ADMIN_TOKEN for core too, with the provider’s value, and restart it.',
    invalid_admin_token: 'Core refuses this token. Set the same ADMIN_TOKEN for core and the provider.',
  },

  tokens: {
    title: 'Registration',
    lead: 'A program with a registration token can register apps (RFC 7591).',
    notOfUse: {
      off: 'Programs can’t register apps: DYNAMIC_REGISTRATION is off. Set it to token to use these tokens.',
      open: 'Anyone can register apps without a token: DYNAMIC_REGISTRATION is open.',
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
    empty: 'Tokens that still work are listed here.',
    listTitle: 'Registration tokens',
    columns: { made: 'Made', ends: 'Ends', left: 'Registers', action: 'Action' },
    anyNumber: 'any number of apps',
    left: counted({ one: 'one app', other: '# apps' }),
    end: 'End',
    endOf: (date: string) => `End the token of ${date}`,
    endTitle: 'End this registration token?',
    endLead: 'It can’t register more apps. Apps that it registered stay.',
    ended: 'The registration token has ended.',
  },

  keys: {
    title: 'Signing keys',
    lead: 'They sign id tokens, and are renewed automatically.',
    none: 'No keys yet: the first are made when they’re needed.',
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
      'They’re published ten minutes before they sign, so that apps know them by then. Old keys still verify what they signed.',
    rotateNow: 'Replace them now',
    rotateNowTitle: 'Replace all signing keys now?',
    rotateNowLead:
      'For a key that has leaked. Everything the old keys signed is refused, and apps may refuse sign-ins until they read the new keys.',
    rotateNowConfirm: 'Replace all',
    rotated: 'There are new signing keys.',
    nothingRotated: 'Nothing was made: the newest keys don’t sign yet.',
    remove: 'Withdraw',
    removeOf: (kid: string) => `Withdraw the key ${kid}`,
    removeTitle: 'Withdraw this key?',
    removeLead: 'It’s no longer published, and nothing that it signed can be verified.',
    removed: 'The key is no longer published.',
  },
}
