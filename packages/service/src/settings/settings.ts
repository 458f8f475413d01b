/** All problems of the environment at once: names and rules, never values. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`, options)
    this.problems = problems
  }
}

/** Why a setting is unusable: a rule that completes a sentence starting with its name, never the value. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** One environment variable: how it is read, printed by `countersign doctor` and described in the guide. */
export type Setting<Value = unknown> = {
  /** Its purpose; Markdown, for the guide. */
  readonly meaning: string
  /** @throws SettingRefused */
  readonly parse: (text: string, env: Environment) => Value | Promise<Value>
  /** The default, as it would be written in the environment. */
  readonly default?: string
  /** The behaviour when unset, in words (Markdown), if it has no default. */
  readonly unset?: string
  readonly isRequired?: true
  /** `countersign serve` refuses to start without it, with this message. */
  readonly requiredInProduction?: string
  /** Never printed. */
  readonly isSecret?: true
}

/** Settings by the names of their variables. */
export type Settings = Readonly<Record<string, Setting>>

/** Parsed values: undefined only for an optional setting without a default. */
export type ValuesOf<Table extends Settings> = {
  readonly [Name in keyof Table]:
    | Awaited<ReturnType<Table[Name]['parse']>>
    | (Table[Name] extends { readonly default: string } | { readonly isRequired: true } ? never : undefined)
}

/**
 * Reads all settings of a table and reports all problems at once, together with `problems`.
 * @throws SettingsError
 */
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
  // TypeScript cannot type a loop over names: each value is the result of its setting's `parse`.
  return values as ValuesOf<Table>
}

/**
 * A variable's trimmed value; undefined if empty. Strips the single quotes around a JWK that stay on it where no shell reads
 * the file (`docker run --env-file`, Kubernetes).
 */
export function findText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim() ?? ''
  return (/^'(.*)'$/s.exec(text)?.[1] ?? text).trim() || undefined
}

async function readSetting(env: Environment, name: string, setting: Setting): Promise<unknown> {
  const text = findText(env, name) ?? setting.default
  if (text === undefined && setting.isRequired) throw new SettingRefused('is not set.')
  return text === undefined ? undefined : setting.parse(text, env)
}
