import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Moves what has these names from one folder into another, in this order: all of it, or nothing. */
export function moveAll(names: readonly string[], from: string, to: string): void {
  const moved: string[] = []
  try {
    for (const name of names) {
      renameSync(join(from, name), join(to, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved) rmSync(join(to, name), { recursive: true })
    throw error
  }
}
