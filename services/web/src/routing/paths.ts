/** Every address that the page answers; for any other one the server sends the same page with status 404. */
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
  logout: '/logout',
} as const

export type Path = (typeof PATHS)[keyof typeof PATHS]

/** The pages of someone who is signed in, in the order of the navigation. A page that is built is listed here. */
export const SIGNED_IN_PAGES = [
  'home',
  'apps',
  'activity',
  'methods',
  'sessions',
  'account',
] as const satisfies readonly SignedInPage[]

/** Named as in `navigation.pages` of the messages. */
export type SignedInPage = 'home' | 'apps' | 'activity' | 'methods' | 'sessions' | 'account'
