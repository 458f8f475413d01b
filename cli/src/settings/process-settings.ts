import {
  type Environment,
  findText,
  integerFrom,
  oneOf,
  parseNetworks,
  parseText,
  type Settings,
} from '@countersign/service'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
const DEFAULT_LOG_LEVEL = 'info'

/** Port 0 stands for any free one. */
export const parsePort = integerFrom(0, 65_535)

/** What every process reads, whatever it serves. */
export const PROCESS_SETTINGS = {
  HOST: { parse: parseText, default: 'localhost', meaning: 'where to listen' },
  PORT: { parse: parsePort, default: '8080', meaning: 'where to listen' },
  DATABASE_URL: {
    parse: parseText,
    unset: 'the embedded database',
    isSecret: true,
    meaning: 'a PostgreSQL (14 or newer), [directly or through a pooler](#postgresql)',
  },
  DATA_DIR: {
    parse: parseText,
    default: '.countersign',
    meaning: 'where the embedded database and the development secrets live',
  },
  TRUSTED_PROXIES: {
    parse: parseTrustedProxies,
    default: 'none',
    requiredInProduction:
      'Name the address of the proxy in front (127.0.0.1 if it is on this machine), or none if people connect directly.',
    meaning:
      'addresses and networks (`10.0.0.0/8`) of the proxies in front, whose `X-Forwarded-For` is believed, or `none` where people connect directly. Behind a proxy that it does not name, everybody counts as one address, and soon nobody can sign in: the log says so once (`forwarded_for_ignored`), and doctor names the proxy',
  },
  LOG_LEVEL: {
    parse: oneOf(...LOG_LEVELS),
    default: DEFAULT_LOG_LEVEL,
    meaning: 'what is logged, and all that is worse: `trace` to `fatal`',
  },
} satisfies Settings

export type ListenSettings = { readonly host: string; readonly port: number }

/** What is logged, and all that is worse. The default too where the setting is refused, so that it can be said. */
export function logLevelOf(env: Environment): (typeof LOG_LEVELS)[number] {
  return LOG_LEVELS.find((level) => level === findText(env, 'LOG_LEVEL')) ?? DEFAULT_LOG_LEVEL
}

/** Without a BASE_URL the service is where it listens, on this machine. */
export function withBaseUrl(env: Environment, port: number): Environment {
  return findText(env, 'BASE_URL') ? env : { ...env, BASE_URL: `http://localhost:${port}` }
}

function parseTrustedProxies(text: string): readonly string[] {
  return text === 'none' ? [] : parseNetworks(text)
}
