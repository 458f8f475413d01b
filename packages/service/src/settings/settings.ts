import { FileRefused, readSettingFile } from './setting-files.ts'

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
      if (error instanceof SettingRefused) refused.push(`${name} ${error.message}`)
      else if (error instanceof SettingsError) refused.push(...error.problems)
      else throw error
    }
  }
  if (refused.length > 0) throw new SettingsError(refused)
  // TypeScript cannot type a loop over names.
  return values as ValuesOf<Table>
}

/** Whether the setting has a value, or a file that should hold it. Reads no file. */
export function isSet(env: Environment, name: string): boolean {
  return findOwn(env, name) !== undefined || findFile(env, name) !== undefined
}

/**
 * The value of a setting, or of the file that `NAME_FILE` names; undefined if neither is set.
 * @throws SettingsError for a file that cannot be used
 */
export function findText(env: Environment, name: string): string | undefined {
  const [own, path] = [findOwn(env, name), findFile(env, name)]
  if (path === undefined) return own
  if (own !== undefined) throw new SettingsError([`${name} and ${fileNameOf(name)} are both set: keep one of them.`])
  try {
    return unquote(readSettingFile(path))
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    throw new SettingsError([`${name} is not read: ${fileNameOf(name)} names ${path}, which ${error.message}`], {
      cause: error,
    })
  }
}

/** The same, and undefined for a file that cannot be used: reading the settings reports it. */
export function findReadable(env: Environment, name: string): string | undefined {
  try {
    return findText(env, name)
  } catch (error) {
    if (error instanceof SettingsError) return undefined
    throw error
  }
}

/** Adds made-up values, but none that is given as a file. */
export function withMade(env: Environment, made: Environment): Environment {
  return { ...Object.fromEntries(Object.entries(made).filter(([name]) => findFile(env, name) === undefined)), ...env }
}

/** The path that `NAME_FILE` names. */
export function findFile(env: Environment, name: string): string | undefined {
  return findOwn(env, fileNameOf(name))
}

export function fileNameOf(name: string): string {
  return `${name}_FILE`
}

function findOwn(env: Environment, name: string): string | undefined {
  return unquote(env[name]?.trim() ?? '') || undefined
}

/** Single quotes surround a JWK where no shell reads the file (`docker run --env-file`). */
function unquote(text: string): string {
  return (/^'(.*)'$/s.exec(text)?.[1] ?? text).trim()
}

async function readSetting(env: Environment, name: string, setting: Setting): Promise<unknown> {
  const text = findText(env, name) ?? setting.default
  if (text === undefined && setting.isRequired) throw new SettingRefused('is not set.')
  return text === undefined ? undefined : setting.parse(text, env)
}
