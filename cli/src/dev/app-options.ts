import { type Command, Option } from 'commander'
import { collect } from '../client-options.ts'
import { CommandError } from '../command-error.ts'

/** The developer's app, by the flags of `countersign dev`. */
export type AppOptions = {
  readonly redirectUri: string
  /** Undefined: unchanged. */
  readonly name: string | undefined
  readonly scope: readonly string[] | undefined
  readonly public: boolean
  /** Absolute. */
  readonly envFile: string | undefined
}

export type DevFlags = {
  readonly app?: string
  readonly name?: string
  readonly scope?: readonly string[]
  readonly public?: true
  readonly writeEnv?: string
  readonly demo?: true
}

const OF_THE_APP = ['name', 'scope', 'public', 'writeEnv', 'demo'] as const

export function addAppOptions(command: Command): Command {
  return command
    .option('--app <redirect-uri>', 'register your app, whose callback is there, in place of running the demo app')
    .option('--name <name>', 'the name that people see; My App at first')
    .option(
      '--scope <name[:required][=reason]>',
      'what it may ask for; repeatable; openid, email, profile at first',
      collect,
    )
    .option('--public', 'an app without a secret: it runs on a device or in a browser')
    .option('--write-env <file>', 'write what your app needs into this file, as NAME=value')
    .addOption(new Option('--demo', 'run the demo app too'))
}

/**
 * Undefined if only the demo app is to run.
 * @throws CommandError
 */
export function readAppOptions(flags: DevFlags, resolvePath: (path: string) => string): AppOptions | undefined {
  const { app, name, scope, writeEnv, public: isPublic = false } = flags
  if (app === undefined) {
    const stray = OF_THE_APP.find((flag) => flags[flag] !== undefined)
    if (stray === undefined) return undefined
    const option = stray.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw new CommandError(`--${option} goes with --app: countersign dev --app http://localhost:3000/callback`)
  }
  checkRedirectUri(app)
  return {
    redirectUri: app,
    name,
    scope,
    public: isPublic,
    envFile: writeEnv === undefined ? undefined : resolvePath(writeEnv),
  }
}

/** Checked before the server starts; registration checks the rest. */
function checkRedirectUri(text: string): void {
  if (URL.canParse(text) && /^https?:\/\//i.test(text)) return
  throw new CommandError(
    `--app takes the whole address of your app's callback, such as http://localhost:3000/callback, not "${text}".`,
  )
}

/**
 * Refuses an app on a port that this command needs.
 * @throws CommandError
 */
export function refuseSharedPort({ redirectUri }: AppOptions, ports: Readonly<Record<string, number>>): void {
  const { hostname, port } = new URL(redirectUri)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return
  const shared = Object.entries(ports).find(([, taken]) => String(taken) === port)
  if (!shared) return
  const [variable, taken] = shared
  throw new CommandError(
    `Your app and Countersign cannot both have port ${taken}. Give it another: ${variable}=${taken + 1}`,
  )
}
