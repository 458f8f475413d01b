import { availableParallelism } from 'node:os'
import { type Environment, findText } from '@countersign/service/settings'
import { InvalidArgumentError } from 'commander'
import { CommandError } from '../command-error.ts'
import { APART, type Component, migrationsOf } from '../components.ts'

const AT_MOST = 256

/** `auto` is one for each core. */
export function parseWorkerCount(text: string): number {
  if (text === 'auto') return availableParallelism()
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= AT_MOST) return count
  throw new InvalidArgumentError(`Give a number from 1 to ${AT_MOST}, or auto.`)
}

/** @throws CommandError for what only one process can serve */
export function refuseSeveral(components: readonly Component[], env: Environment): void {
  if (components.includes(APART)) {
    throw new CommandError(`serve ${APART} is one process, which counts the guesses at each name: leave out --workers.`)
  }
  if (migrationsOf(components).length > 0 && findText(env, 'DATABASE_URL') === undefined) {
    throw new CommandError(
      'Several workers need PostgreSQL, because the embedded database serves one process: set DATABASE_URL, or leave out --workers.',
    )
  }
}
