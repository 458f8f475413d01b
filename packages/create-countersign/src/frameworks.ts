/** The choices, in the order of the list; `example` is the folder of the app that is copied. */
export const FRAMEWORKS = {
  express: { title: 'Express', example: 'express', callback: '/callback', start: ['server.js'] },
  fastify: { title: 'Fastify', example: 'fastify', callback: '/callback', start: ['server.js'] },
  hono: { title: 'Hono', example: 'hono', callback: '/callback', start: ['server.js'] },
  next: {
    title: 'Next.js',
    example: 'next',
    callback: '/auth/callback',
    start: ['node_modules/next/dist/bin/next', 'dev', '--port', '3100'],
  },
  sveltekit: {
    title: 'SvelteKit',
    example: 'sveltekit',
    callback: '/auth/callback',
    start: ['node_modules/vite/bin/vite.js', 'dev', '--port', '3100', '--strictPort'],
  },
  react: { title: 'React single-page app', example: 'single-page-app', callback: '/callback', start: undefined },
} as const satisfies Readonly<Record<string, Choice>>

type Choice = {
  readonly title: string
  readonly example: string
  /** The path of the redirect URI. */
  readonly callback: `/${string}`
  /** The program that the app's test starts on port 3100; undefined for a public app, which brings a test of its own. */
  readonly start: readonly string[] | undefined
}

export type Framework = keyof typeof FRAMEWORKS

export function isFramework(name: string): name is Framework {
  return Object.hasOwn(FRAMEWORKS, name)
}
