import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../command-error.ts'
import { quoteForEnvFile } from '../dev/env-file.ts'
import { readWhole, replaceFile } from './replace-file.ts'

/** Where a setting stands: a line of a file, or a file of its own. */
export type Place = { readonly name: string; readonly file: string; readonly text: string; readonly line?: number }

/**
 * Finds the settings of these names in a file of `NAME=value` lines, in the files that its `NAME_FILE` lines name, and in a
 * directory of files that are called as the settings.
 * @throws CommandError for a line that has a form which could not be written back
 */
export function findPlaces(path: string, names: readonly string[]): readonly Place[] {
  if (statOf(path).isDirectory()) {
    const there = readdirSync(path).filter((name) => names.includes(name))
    return there.map((name) => placeIn(join(path, name), name))
  }
  const lines = readWhole(path).split('\n')
  const found = lines.flatMap((line, index) => readLine({ path, line, index }, names))
  const twice = found.find(({ name }, index) => found.findIndex((other) => other.name === name) !== index)
  if (twice) throw new CommandError(`${path} sets ${twice.name} twice: remove one of the lines.`)
  return found
}

type Line = { readonly path: string; readonly line: string; readonly index: number }

const SETTING = /^\s*(?:export\s+)?(?<name>[A-Z_]+?)(?<isFile>_FILE)?\s*=(?<value>.*)$/
const VALUE = /^\s*(?:'(?<single>[^']*)'|"(?<double>[^"$`\\]*)"|(?<bare>[^\s'"$`\\#]*))\s*$/

function readLine({ path, line, index }: Line, names: readonly string[]): readonly Place[] {
  const { name = '', isFile, value = '' } = SETTING.exec(line)?.groups ?? {}
  if (!names.includes(name)) return []
  const { single, double, bare } = VALUE.exec(value)?.groups ?? {}
  const text = single ?? double ?? bare
  if (text === undefined) {
    throw new CommandError(
      `${path}, line ${index + 1}: write it as ${name}='…' on one line, so that it can be replaced.`,
    )
  }
  if (text === '') return []
  return [isFile ? placeIn(text, name) : { name, file: realpathSync(path), text, line: index }]
}

function placeIn(path: string, name: string): Place {
  statOf(path)
  return {
    name,
    file: realpathSync(path),
    text: readWhole(path)
      .trim()
      .replace(/^'(.*)'$/s, '$1'),
  }
}

/** Writes new texts, each file at once. Returns the files that changed. */
export function writePlaces(places: readonly Place[], textOf: (place: Place) => string): readonly string[] {
  const changed = places.filter((place) => textOf(place) !== place.text)
  const byFile = Map.groupBy(changed, ({ file }) => file)
  for (const [file, its] of byFile) {
    const lines = readWhole(file).split('\n')
    for (const place of its) {
      if (place.line === undefined) lines.splice(0, lines.length, textOf(place), '')
      else lines[place.line] = replaceValue(lines[place.line] ?? '', quoteForEnvFile(place.name, textOf(place)))
    }
    replaceFile(file, lines.join('\n'))
  }
  return [...byFile.keys()]
}

/** Keeps `export`. */
function replaceValue(line: string, value: string): string {
  return `${line.slice(0, line.indexOf('=') + 1)}${value}`
}

function statOf(path: string) {
  try {
    lstatSync(path)
    return statSync(path)
  } catch (cause) {
    throw new CommandError(`${path} is not there, or may not be read by this user.`, { cause })
  }
}
