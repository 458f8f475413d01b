/** Every address of a page. The server answers any other one with the same document and status 404. */
export const PATHS = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  consent: '/consent',
  apps: '/apps',
  activity: '/activity',
  methods: '/methods',
  sessions: '/sessions',
  account: '/account',
  credentials: '/credentials',
  recovery: '/recovery',
  device: '/device',
  anotherDevice: '/another-device',
  logout: '/logout',
} as const

/** First parts of the addresses of other components and of files, which never get a page. */
export const COMPONENT_PATHS = ['api', 'oauth', 'health', 'assets', 'brand', '.well-known'] as const

export type Path = (typeof PATHS)[keyof typeof PATHS]

/** Pages of a signed-in user, in the order of the navigation; keys of `navigation.pages` in the messages. */
export const SIGNED_IN_PAGES = ['home', 'apps', 'activity', 'methods', 'sessions'] as const

/** The account's page is in the menu under the user's name. */
export type SignedInPage = (typeof SIGNED_IN_PAGES)[number] | 'account'
