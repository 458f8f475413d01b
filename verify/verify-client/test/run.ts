import { INSTALLED_MANIFEST } from '@countersign/console'
import { expect } from 'vitest'
import { runVerifyClient } from '../src/program.ts'

type Surroundings = { readonly env?: Readonly<NodeJS.ProcessEnv>; readonly directory?: string }

/** Runs the program in this process, against the manifest of this build where none is named. */
export async function run(parameters: readonly string[], { env = {}, directory }: Surroundings = {}) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runVerifyClient(parameters, {
    env,
    ...(directory !== undefined && { directory }),
    manifest: INSTALLED_MANIFEST,
    print: (text) => void said.push(text),
    complain: (text) => void complaints.push(text),
  })
  return { code, said: said.join('\n'), complaint: complaints.join('') }
}

/** The outcome of a refusal, for `toMatchObject`. */
export function refusal(words: string) {
  return { code: 1, complaint: expect.stringContaining(words) }
}
