/** Words that many pages use, and the names of what a vault holds. */
export const common = {
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  signOut: 'Sign out',
  home: 'Go to your vault',
  start: 'Go to the start page',
  show: 'Show',
  hide: 'Hide',
  required: 'Required',
  loading: 'Loading…',
  language: 'Language',
  support: 'Help and contact',
  navigation: 'Your account',
  quote: (words: string) => `“${words}”`,

  /** The pages of someone who is signed in, as the navigation names them. */
  pages: {
    home: 'Data',
    apps: 'Apps',
    activity: 'Activity',
    methods: 'Sign-in methods',
    sessions: 'Devices',
    account: 'Account',
  },

  claims: {
    name: 'Full name',
    given_name: 'Given name',
    family_name: 'Family name',
    nickname: 'Nickname',
    email: 'E-mail address',
    phone: 'Phone number',
    address: 'Postal address',
    birthdate: 'Date of birth',
    locale: 'Language',
    picture: 'Picture',
  },
  claimHints: {
    phone: 'With country code, like +41 79 123 45 67.',
    locale: 'As a language tag, like en, de-CH or pt-BR.',
    picture: 'The web address of a picture.',
  },
  scopes: {
    openid: {
      title: 'Sign you in',
      description: 'An identifier that tells the app it is you again. It carries none of your data.',
    },
    email: { title: 'E-mail address', description: 'Your e-mail address.' },
    profile: { title: 'Profile', description: 'Your name, picture, birth date and language.' },
    phone: { title: 'Phone number', description: 'Your phone number.' },
    address: { title: 'Postal address', description: 'Your postal address.' },
  },
}
