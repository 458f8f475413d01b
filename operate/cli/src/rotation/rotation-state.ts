import { existsSync, rmSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { CommandError } from '../command-error.ts'
import { parseJson } from '../files.ts'
import { readWhole, replaceFile } from './replace-file.ts'

const Progress = Type.Object({
  /** `add`: both are accepted, the former is used; `use`: the new one is; `remove`: the former is out. */
  step: Type.Union([Type.Literal('add'), Type.Literal('use'), Type.Literal('remove')]),
  since: Type.String({ format: 'date-time' }),
  /** Fingerprints of the values before. */
  former: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{16}$' })),
  /** Takes the public half of a key out too. */
  isWhole: Type.Optional(Type.Literal(true)),
})
export type Progress = Static<typeof Progress>

const RotationState = Type.Object({ secrets: Type.Record(Type.String(), Progress) })
export type RotationState = Static<typeof RotationState>

/** Beside each file: the step of each secret. A later run may name fewer of them. Holds no secret. */
export type StateFiles = {
  /** @throws CommandError for a file that is not ours */
  readonly read: () => RotationState | undefined
  /** Without secrets that are under way, the files go. */
  readonly write: (state: RotationState) => void
}

export function stateFilesBeside(paths: readonly string[]): StateFiles {
  const files = paths.toSorted().map((path) => `${path.replace(/\/+$/, '')}.rotation`)
  return {
    read: () => {
      const path = files.find((each) => existsSync(each))
      if (path === undefined) return undefined
      const state = parseJson(readWhole(path))
      if (Value.Check(RotationState, state)) return state
      throw new CommandError(`${path} is not what this command wrote. Restore it, or finish by hand and remove it.`)
    },
    write: (state) => {
      const isOver = Object.keys(state.secrets).length === 0
      for (const path of files) {
        if (isOver) rmSync(path, { force: true })
        else replaceFile(path, `${JSON.stringify(state, undefined, 2)}\n`)
      }
    },
  }
}
