/** Names and rules, never values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options)
    this.problems = problems
  }
}

/** The rule completes a sentence that starts with the setting's name; never the value. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Printed by `countersign doctor` and in the settings guide. */
export type Setting<Value = unknown> = {
  /** Markdown. */
  readonly meaning: string
  /** @throws SettingRefused */
  readonly parse: (text: string, env: Environment) => Value | Promise<Value>
  /** As written in the environment. */
  readonly default?: string
  /** The behaviour without a default, in Markdown. */
  readonly unset?: string
  readonly isRequired?: true
  /** The message of `countersign serve`, which refuses to start without it. */
  readonly requiredInProduction?: string
  /** Never printed. */
  readonly isSecret?: true
}

export type Settings = Readonly<Record<string, Setting>>

/** Only an optional setting without a default can be undefined. */
export type ValuesOf<Table extends Settings> = {
  readonly [Name in keyof Table]:
    | Awaited<ReturnType<Table[Name]['parse']>>
    | (Table[Name] extends { readonly default: string } | { readonly isRequired: true } ? never : undefined)
}

/** Reports all problems at once. @throws SettingsError */
export async function readSettings<const Table extends Settings>(
  env: Environment,
  table: Table,
  problems: readonly string[] = [],
): Promise<ValuesOf<Table>> {
  const values: Record<string, unknown> = {}
  const refused = [...problems]
  for (const [name, setting] of Object.entries(table)) {
    try {
      values[name] = await readSetting(env, name, setting)
    } catch (error) {
      if (!(error instanceof SettingRefused)) throw error
      refused.push(`${name} ${error.message}`)
    }
  }
  if (refused.length > 0) throw new SettingsError(refused)
  // TypeScript cannot type a loop over names.
  return values as ValuesOf<Table>
}

/** Names that settings had in earlier versions; still read. */
const FORMER_NAMES: Readonly<Record<string, string>> = { WEB_URL: 'CONSENT_URL' }

/** Undefined if empty. Strips single quotes, which surround a JWK where no shell reads the file (`docker run --env-file`). */
export function findText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim() ?? ''
  const formerName = FORMER_NAMES[name]
  const former = formerName === undefined ? undefined : findText(env, formerName)
  return (/^'(.*)'$/s.exec(text)?.[1] ?? text).trim() || former
}

async function readSetting(env: Environment, name: string, setting: Setting): Promise<unknown> {
  const text = findText(env, name) ?? setting.default
  if (text === undefined && setting.isRequired) throw new SettingRefused('is not set.')
  return text === undefined ? undefined : setting.parse(text, env)
}
