import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PGliteOptions } from '@electric-sql/pglite'

type Engine = Pick<PGliteOptions, 'pgliteWasmModule' | 'initdbWasmModule'>

let engine: Promise<Engine> | undefined

/** Compiles PGlite beside other work, once for all databases of this thread. */
export function compileEngine(): Promise<Engine> {
  return (engine ??= compileModules())
}

async function compileModules(): Promise<Engine> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const compile = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)))
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([compile('pglite.wasm'), compile('initdb.wasm')])
  return { pgliteWasmModule, initdbWasmModule }
}
