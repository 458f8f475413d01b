import type { Environment, SettingsReader } from '@countersign/service'

export type ListenSettings = { readonly host: string; readonly port: number }

export const DEFAULT_PORT = 8080
export const DEFAULT_HOST = 'localhost'

/** Where to listen. Port 0 stands for any free one. */
export function readListenSettings(settings: SettingsReader): ListenSettings {
  return {
    host: settings.text('HOST', { fallback: DEFAULT_HOST }),
    port: settings.integer('PORT', { min: 0, max: 65_535, fallback: DEFAULT_PORT }),
  }
}

/** Whose X-Forwarded-For is believed; nobody's if there are none, or the word `none`. */
export function readTrustedProxies(settings: SettingsReader): readonly string[] {
  if (settings.optionalText('TRUSTED_PROXIES') === 'none') return []
  return settings.networks('TRUSTED_PROXIES')
}

/** Without a BASE_URL the service is where it listens, on this machine. */
export function withBaseUrl(env: Environment, port: number): Environment {
  return env['BASE_URL']?.trim() ? env : { ...env, BASE_URL: `http://localhost:${port}` }
}
