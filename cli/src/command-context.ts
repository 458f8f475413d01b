import type { Environment } from '@countersign/service'
import type { Output } from './output.ts'

/** What every command is given. */
export type CommandContext = { readonly env: Environment; readonly output: Output }
