import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Ran = { readonly code: number; readonly output: string }

/**
 * Runs a program; with `show` its output goes to the terminal, else it is returned. Never throws: a program that cannot start
 * has code 127.
 */
export async function run(
  [program = '', ...parameters]: readonly string[],
  { show = false, env = {} }: { readonly show?: boolean; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  const child = spawn(program, parameters, {
    env: { ...process.env, ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  try {
    const [code] = await once(child, 'close')
    return { code: typeof code === 'number' ? code : 1, output: String(Buffer.concat(chunks)) }
  } catch (error) {
    return { code: 127, output: error instanceof Error ? error.message : String(error) }
  }
}
