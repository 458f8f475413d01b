import { resolve } from 'node:path'

/** Makes the path of a file absolute: whoever carries the command out may be in another folder than its person. */
export function inDirectory(directory: string): (path: string) => string {
  return (path) => resolve(directory, path)
}
