import { dueOf } from './plan-rotation.ts'
import type { Rotated } from './rotate-secrets.ts'
import type { Progress } from './rotation-state.ts'
import { ROTATED, SECRET_ROWS } from './secret-rows.ts'

const SAYS: Readonly<Record<Progress['step'], string>> = {
  add: 'the new value is accepted; the former one is in use',
  use: 'the new value is in use; the former one is accepted',
  remove: 'the former value is out',
}

/** The result of this run, and the steps before the next. */
export function describeRotation({ steps, changedFiles, left, pageKeys }: Rotated, now: Date): string {
  const rows = Object.entries(steps).map(([name, { step }]) => `  ${name.padEnd(24)}${SAYS[step]}`)
  const others = left.map(
    (name) => `  ${name.padEnd(24)}not rotated: it has another form, or the other file that holds it is not named`,
  )
  return [
    [...rows, ...others].join('\n'),
    describeRestart(changedFiles),
    ...describeLater(steps, now),
    ...describePage(pageKeys),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function describeRestart(changedFiles: readonly string[]): string {
  if (changedFiles.length === 0)
    return 'No file has changed. Processes that were not restarted since the last step come first.'
  return `Restart every process that reads these files, one after another, and wait a minute:\n${changedFiles.map((file) => `  ${file}`).join('\n')}`
}

function describeLater(steps: Readonly<Record<string, Progress>>, now: Date): readonly string[] {
  const ongoing = Object.entries(steps).filter(([, { step }]) => step !== 'remove')
  const also = Object.entries(steps).flatMap(([name, { step }]) => {
    const text = ROTATED.get(name)?.also
    const isTime = name === 'KEY_ENCRYPTION_SECRET' ? step === 'remove' : step === 'use'
    return text && isTime ? [text] : []
  })
  if (ongoing.length === 0) return [...also, 'The rotation is complete with that restart.']
  const next = ongoing.map(([name, progress]) => `  ${name.padEnd(24)}${describeNext(name, progress, now)}`)
  return [...also, `Then run this again with --restarted:\n${next.join('\n')}`]
}

function describeNext(name: string, progress: Progress, now: Date): string {
  if (progress.step === 'add') return 'at once'
  const due = dueOf(name, progress)
  if (!due) return `once ${ROTATED.get(name)?.kept}: --remove ${name}`
  return due <= now ? 'at once' : `from ${due.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function describePage(pageKeys: string | undefined): readonly string[] {
  return pageKeys === undefined
    ? []
    : [`A page that is served apart needs this before core restarts: OPAQUE_SERVER_KEYS=${pageKeys}`]
}

const BESIDE = `In the database, besides:
  signing keys              sealed under KEY_ENCRYPTION_SECRET: countersign keys rotate --immediately, at the end
  registration tokens       countersign registration-tokens list, then remove
  invitations               countersign invitations list, then remove
  ADMINISTRATORS            take their user id out, in provider and core; countersign accounts end-sessions USER_ID --reason …
  apps                      secret files of an apps file: countersign apply, or clients rotate-secret
  backups                   hold the same as the database; without the secrets above they open nothing
Elsewhere: machines, registry, DNS, proxy certificates, the release key; tokens for metrics and logs.
Not theirs to keep: what is in people's vaults, passwords, recovery keys; apps' secrets and tokens, of which the database has hashes.`

/** Everything that a person with these settings could have kept, and how it is replaced. */
export function describeSecrets(): string {
  const rows = Object.entries(SECRET_ROWS).map(([name, row]) => {
    const how = row.by === 'command' ? `this command${row.isOfPasswords ? ', with --passwords' : ''}` : row.steps
    return `  ${name}\n    ${row.opens}\n    replaced by: ${how}`
  })
  return `Secrets in the settings:\n${rows.join('\n')}\n\n${BESIDE}`
}
