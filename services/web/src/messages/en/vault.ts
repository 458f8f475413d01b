import { formatOf } from '../format.ts'

const { counted } = formatOf('en')

export const enVault = {
  vault: {
    title: 'Your vault',
    lead: 'Details that apps can ask for. All optional, encrypted on this device, and shared only when you approve.',
    saved: 'Saved in your vault.',
    savedWithConflicts: counted({
      one: 'Saved. Another device changed 1 entry at the same time, so both versions were kept.',
      other: 'Saved. Another device changed # entries at the same time, so both versions of each were kept.',
    }),
    unsaved: counted({ one: '1 unsaved change', other: '# unsaved changes' }),
    discard: 'Discard',
    groups: { person: 'About you', contact: 'How to reach you', other: 'More' },
    emptyTitle: 'Your vault is empty',
    empty: 'Fill in what you like, now or when an app asks. Nothing is shared until you approve.',
    room: counted({
      one: 'Your vault is nearly full: it has room for 1 more entry.',
      other: 'Your vault is nearly full: it has room for # more entries.',
    }),
    addAnother: 'Add another',
    label: (number: string) => `Label ${number}`,
    offerFirst: 'Offer this one first',
    remove: 'Remove',
    removed: 'will be removed when you save.',
    undo: 'Undo',
    undone: 'Undone. Your vault is as it was before.',
    elsewhere: (value: string) =>
      `Changed on another device or in another tab: “${value}”. If you save, both are kept.`,
    takeMine: 'Replace it with mine',
    conflictTitle: (claim: string) => `${claim}: which one is right?`,
    conflict: 'Two devices changed this at the same time. Until you choose, only the version in your vault is shared.',
    inVault: 'In your vault',
    setAside: 'Other version',
    gone: 'Removed',
    keepPresent: 'Keep the one in my vault',
    keepRemoved: 'Keep it removed',
    keepAside: 'Use the other version',
    keepBoth: 'Keep both',
    leaveTitle: 'Save your changes first?',
    leave: 'Your vault has unsaved changes.',
    leaveSave: 'Save and sign out',
    leaveDiscard: 'Sign out without saving',
    whoHas: 'Who has this?',
    nobodyHas: 'Your vault has no record of an app that received this.',
  },

  /** Labels and errors of claim values. */
  values: {
    countryOf: (label: string) => `${label}: country`,
    noLanguage: 'Not chosen',
    address: {
      street: 'Street and number',
      postalCode: 'Postal code',
      locality: 'Town',
      region: 'Region',
      country: 'Country',
    },
    problems: {
      email: 'Enter a complete email address, like ana@example.org.',
      phone: 'This isn’t a phone number in the chosen country. Choose another country, or start with + and its code.',
      date: 'Enter the date as year-month-day, like 1990-05-17.',
      futureDate: 'This date is in the future.',
      language: 'Choose a language from the list.',
      picture: 'This file can’t be shared as a picture. Choose another one.',
      tooLong: 'This is too long to share.',
    },
  },

  /** Differences that a device cannot judge; the user checks them. */
  origin: {
    firstUseTitle: 'Is this your latest change?',
    firstUse: (when: string, device: string, change: string) =>
      `Your vault is new to this browser. It was last changed on ${when}, with ${device}: change number ${change}. If you don’t recognize that, or have changed more since, share nothing, sign out and tell the operator: you may be seeing an old copy.`,
    confirm: 'That’s right',
    unprovenTitle: 'Did you make these changes?',
    unproven: (before: string, now: string) =>
      `This browser last saw your vault at ${before}. Now it’s at ${now}, and the server hasn’t shown how it got there. If you don’t think so much has changed, share nothing and ask the operator.`,
    state: (change: string, when: string) =>
      when === '' ? `change number ${change}` : `change number ${change}, of ${when}`,
    heldTitle: 'Newer entries to restore',
    held: counted({
      one: 'This browser has 1 entry that is newer than in your vault.',
      other: 'This browser has # entries that are newer than in your vault.',
    }),
    putBack: 'Restore',
  },

  /** Changes by other devices. */
  notices: {
    title: 'New since you were last here',
    lead: 'This happened on other devices.',
    new_device: 'Signed in on a new device',
    recovery_key_used: 'Your recovery key was used',
    app_approved: (app: string) => `New app: ${app}`,
    remedies: {
      sessions: 'Not you? Sign it out',
      methods: 'Not you? Check your sign-in methods',
      apps: 'Not you? Remove its access',
    },
    incomplete: 'The service didn’t show everything that changed.',
    toActivity: 'Look at your activity',
    more: counted({ one: '1 more', other: '# more' }),
    dismiss: 'Got it',
    keyReplaced: 'Your recovery key was replaced on another device.',
    seeChanges: 'See what changed',
  },

  /** Verifying an email address or phone number by a code. */
  verification: {
    verify: 'Verify',
    verifiedOn: (date: string) => `Verified on ${date}`,
    title: (claim: string) => `Verify: ${claim}`,
    lead: (value: string) => `We’ll send a six-digit code to ${value}. Once you enter it, apps can rely on it.`,
    sending: 'Sending the code…',
    sent: 'The code is on its way. It works for 10 minutes.',
    code: 'Code from the message',
    codeHint: 'Six digits. Check your spam folder too.',
    confirm: 'Confirm',
    confirming: 'Checking the code…',
    again: 'Send a new code',
    wrong: 'That code isn’t right. Check it, or send a new one.',
    expired: 'This code no longer works. Send a new one.',
    badValue: 'We can’t send a code there. Check the spelling.',
    notSent: 'We couldn’t send the code. Try again in a few minutes.',
    changed: 'This entry changed. Close this and start again.',
    required: (app: string) => `${app} accepts this only if it’s verified.`,
    unavailable: 'You can’t verify anything right now. Turn it off, or deny.',
    obstacle: (claim: string, app: string) => `Verify “${claim}” first: ${app} accepts it only if it’s verified.`,
    refused:
      'The service no longer confirms this verification, so your vault removed it. The app received nothing. Verify it again, or approve as it is.',
  },

  /** Credentials from other issuers. */
  issued: {
    title: 'Issued to you',
    lead: 'Confirmed and signed by others, such as your university. Apps that trust them can rely on it.',
    by: (name: string, host: string) => `Issued by ${name} (${host})`,
    until: (date: string) => `Valid until ${date}`,
    over: (date: string) => `Expired on ${date}`,
    endless: 'No end date',
    linkable: 'Apps that compare notes can tell that you’re the same person: they all see the same signature.',
    removeLead: 'It’s removed on all your devices. Only its issuer can give it to you again.',
    add: 'Add from a link',
    addTitle: 'Add what was issued to you',
    addLead: 'A university, a bank or an authority gives you a link. What it offers goes into your vault.',
    addedTitle: 'Added to your vault',
    signInLead: (host: string) => `Sign in to see what ${host} offers you. Nothing is added until you accept it.`,
    link: 'Link',
    linkHint: 'Paste the whole link. It starts with openid-credential-offer:// or https://.',
    read: 'Open',
    reading: 'Asking the issuer…',
    offerTitle: (name: string) => `${name} offers you:`,
    offerLead: (host: string) => `From ${host}. It goes into your vault, and nowhere else until you share it.`,
    code: 'Code from the issuer',
    codeHint: 'The issuer gave you this code, for example on its page or in a letter.',
    codeEmpty: 'Enter the code from the issuer.',
    accept: 'Add to my vault',
    accepting: 'Adding…',
    toVault: 'Back to your vault',
    unavailable: 'You can’t add anything new right now. What you have already stays.',
    badOffer:
      'This link doesn’t offer anything your vault can keep. Paste the whole link, or ask the issuer for a new one.',
    unknownIssuer: 'This service doesn’t accept this issuer. Ask the operator to add it.',
    refused: 'That code didn’t work, or the link was used before. Check the code, or ask the issuer for a new link.',
    badCredential: 'The issuer sent something other than it offered, so it wasn’t added. Tell the issuer.',
    away: 'The issuer isn’t answering. Try again in a moment.',
    missing: 'You don’t have one from an issuer this app trusts. You can approve without it.',
  },
}
