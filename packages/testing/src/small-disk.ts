import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** Permissions do not bind root. */
export const isRoot = process.getuid?.() === 0
/** For the name of a test that is skipped, as `NO_MOUNT`; empty where it runs. */
export const NOT_AS_ROOT = isRoot ? ' (not run: permissions do not bind root)' : ''

/**
 * A command that runs with a disk of its own mounted on a folder. In a user namespace, where an ordinary user may mount; no other
 * process sees that disk.
 */
export function onSmallDisk(folder: string, size: string, command: readonly string[]): readonly string[] {
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, folder, ...command]
}

export const CAN_MOUNT = canMount()
export const NO_MOUNT = CAN_MOUNT ? '' : ' (not run: this machine lets an ordinary user mount no disk)'

function canMount(): boolean {
  const [command = '', ...parameters] = onSmallDisk(tmpdir(), '1m', ['true'])
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0
}
