import { formatOf } from '../format.ts'

const { counted } = formatOf('en')

export const enVault = {
  vault: {
    title: 'Your vault',
    lead: 'What apps can ask you for. Everything is optional, encrypted on this device, and shared only when you approve.',
    saved: 'Saved in your vault.',
    savedWithConflicts: counted({
      one: 'Saved. Another device changed 1 entry at the same time; the newer text stays and the other one was kept as a copy.',
      other:
        'Saved. Another device changed # entries at the same time; the newer texts stay and the others were kept as copies.',
    }),
    unsaved: counted({ one: '1 unsaved change', other: '# unsaved changes' }),
    discard: 'Discard',
    groups: { person: 'About you', contact: 'How to reach you', other: 'More' },
    emptyTitle: 'Your vault is empty',
    empty: 'Fill in what you like, now or when an app asks. Nothing here is shared by itself.',
    room: counted({
      one: 'Your vault is nearly full: it has room for 1 more entry.',
      other: 'Your vault is nearly full: it has room for # more entries.',
    }),
    addAnother: 'Add another',
    label: (number: string) => `Label ${number}`,
    offerFirst: 'Offer this one first',
    remove: 'Remove',
    removed: 'goes when you save.',
    undo: 'Undo',
    undone: 'Taken back. Your vault is as it was before.',
    elsewhere: (value: string) =>
      `Changed on another device or in another tab meanwhile: “${value}”. If you save, what you typed is kept beside it.`,
    takeMine: 'Replace it with what I typed',
    conflictTitle: (claim: string) => `${claim}: which one counts?`,
    conflict:
      'Two devices changed this at the same time. Both texts are kept until you choose; only the first is shared.',
    inVault: 'In your vault',
    setAside: 'Set aside',
    gone: 'Removed',
    keepPresent: 'Keep the one in the vault',
    keepRemoved: 'Leave it removed',
    keepAside: 'Use the one set aside',
    keepBoth: 'Keep both',
    leaveTitle: 'Save your changes first?',
    leave: 'Your vault has changes that are not saved.',
    leaveSave: 'Save and sign out',
    leaveDiscard: 'Sign out without saving',
    whoHas: 'Who has this?',
    nobodyHas: 'Your vault remembers no app that got this.',
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
      email: 'This is not a complete e-mail address, like ana@example.org.',
      phone: 'This is not a phone number of the chosen country. Choose another country, or begin with + and its code.',
      date: 'This is not a date. Write it as year-month-day, like 1990-05-17.',
      futureDate: 'This day has not come yet.',
      language: 'This is not a language. Choose one from the list.',
      picture: 'This is not a picture that can be shared. Choose a file with a picture.',
      tooLong: 'This is too long to be shared.',
    },
  },

  /** Differences that a device cannot judge; the user checks them. */
  origin: {
    firstUseTitle: 'Your vault is new to this browser',
    firstUse: (when: string, device: string, change: string) =>
      `It was last changed on ${when}, with ${device}; that was change number ${change}. Is that right? If you do not know it, or have changed more since, share nothing, sign out and tell the operator: a server could show a new browser an old copy.`,
    confirm: 'That is right',
    unprovenTitle: 'This browser has not seen how your vault got here',
    unproven: (before: string, now: string) =>
      `When it was last sure of it, your vault was at ${before}. Now it is at ${now}, and the server has not shown that the one led to the other. If you do not think that so much has changed, share nothing and ask the operator.`,
    state: (change: string, when: string) =>
      when === '' ? `change number ${change}` : `change number ${change}, of ${when}`,
    heldTitle: 'Something is not put back yet',
    held: counted({
      one: 'This browser holds 1 entry that is newer than your vault has it.',
      other: 'This browser holds # entries that are newer than your vault has them.',
    }),
    putBack: 'Put back',
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
    lead: (value: string) => `A code of six digits goes to ${value}. Type it here, and apps can rely on it.`,
    sending: 'Sending the code…',
    sent: 'The code is on its way. It works for 10 minutes. For a day the service counts the codes that went there, and stores no address and no number.',
    code: 'Code from the message',
    codeHint: 'Six digits. Look into the spam folder too.',
    confirm: 'Confirm',
    confirming: 'Checking the code…',
    again: 'Send a new code',
    wrong: 'That is not the code that was sent. Look again, or have a new one sent.',
    expired: 'This code works no longer. Have a new one sent.',
    badValue: 'No code can be sent there. Check how it is written.',
    notSent: 'The code could not be sent. Try again in a few minutes.',
    changed: 'This entry is another one meanwhile. Close this and begin anew.',
    required: (app: string) => `${app} takes this only if it is verified.`,
    unavailable: 'Nothing can be verified here at the moment. Switch it off, or deny.',
    obstacle: (claim: string, app: string) => `Verify “${claim}” first: ${app} takes it only if it is verified.`,
    refused:
      'The service does not know any more that this value was verified, so your vault says so no longer. The app received nothing. Verify it again, or approve as it is.',
  },

  /** Credentials from other issuers. */
  issued: {
    title: 'Issued to you',
    lead: 'What others confirm about you, signed by them. Apps that trust them can rely on it.',
    by: (name: string, host: string) => `Issued by ${name} (${host})`,
    until: (date: string) => `Valid until ${date}`,
    over: (date: string) => `Expired on ${date}`,
    endless: 'No end date',
    linkable:
      'Every app that you show it to sees the same signature. Apps that compare notes can tell that you are the same person.',
    removeLead: 'It leaves your vault on every device. Only its issuer can give it to you again.',
    add: 'Add from a link',
    addTitle: 'Add what was issued to you',
    addLead: 'A university, a bank or an authority gives you a link. What it leads to is kept in your vault.',
    addedTitle: 'Added to your vault',
    signInLead: (host: string) => `Sign in to see what ${host} offers you. Nothing is added until you accept it.`,
    link: 'Link',
    linkHint: 'Paste it whole. It begins with openid-credential-offer:// or https://.',
    read: 'Look at it',
    reading: 'Asking the issuer…',
    offerTitle: (name: string) => `${name} offers you:`,
    offerLead: (host: string) =>
      `It comes from ${host}. It goes into your vault, and to nobody else until you share it.`,
    code: 'Code from the issuer',
    codeHint: 'The issuer has told you this code some other way, for example in a letter.',
    codeEmpty: 'Enter the code from the issuer.',
    accept: 'Add to my vault',
    accepting: 'Fetching…',
    toVault: 'Back to your vault',
    unavailable: 'This service fetches nothing from issuers at the moment. What you have already stays as it is.',
    badOffer: 'This link offers nothing that your vault can keep. Ask the issuer for a new one, and paste it whole.',
    unknownIssuer:
      'Your vault fetches from issuers that this service has named, and this one is none of them. Ask whoever runs the service to add it.',
    refused:
      'The issuer did not give it out. The code may be wrong, or the link was used before. Check the code, or ask the issuer for a new link.',
    badCredential: 'What came is not what was offered, so it was not kept. Tell the issuer.',
    away: 'The issuer does not answer. Try again in a moment.',
    missing: 'You have nothing of this from an issuer that this app trusts. You can approve without it.',
  },
}
