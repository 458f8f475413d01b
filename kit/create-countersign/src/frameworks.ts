type Choice = {
  readonly title: string
  /** The folder of the app that is copied. */
  readonly example: string
  readonly envFile: '.env' | '.env.local'
  /** The folder of the sign-in routes: `/auth/` for `/auth/callback`. */
  readonly routes: '/' | '/auth/'
  /** Started by the app's test, on port 3100. Undefined for a page without a server: a public client with its own test. */
  readonly start: readonly string[] | undefined
}

const SERVER = { envFile: '.env', routes: '/', start: ['server.js'] } as const
const NEXT = ['node_modules/next/dist/bin/next', 'dev', '--port', '3100']
const VITE = ['node_modules/vite/bin/vite.js', 'dev', '--port', '3100', '--strictPort']

/** In the order of the list. */
export const FRAMEWORKS: ReadonlyMap<string, Choice> = new Map([
  ['express', { title: 'Express', example: 'express', ...SERVER }],
  ['fastify', { title: 'Fastify', example: 'fastify', ...SERVER }],
  ['hono', { title: 'Hono', example: 'hono', ...SERVER }],
  ['next', { title: 'Next.js', example: 'next', envFile: '.env.local', routes: '/auth/', start: NEXT }],
  ['sveltekit', { title: 'SvelteKit', example: 'sveltekit', envFile: '.env', routes: '/auth/', start: VITE }],
  ['react', { title: 'React single-page app', example: 'single-page-app', ...SERVER, start: undefined }],
])
