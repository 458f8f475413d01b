/**
 * The first 22 with zstd in `node:zlib`, and the oldest that OpenTelemetry supports. The published `engines` comes from
 * it.
 */
export const OLDEST_NODE = '22.15.0'

/** Returns a sentence if this Node is too old. */
export function describeOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `Countersign needs Node ${oldestMajor}.${oldestMinor} or newer; this is Node ${version}: install a newer one from https://nodejs.org.`
}
