import { relative } from 'node:path'
import { findClimb } from './floors.ts'

type ImportNode = { readonly source?: { readonly type: string; readonly value?: unknown } | null }
type Context = {
  readonly filename: string
  readonly cwd: string
  report(problem: { readonly node: unknown; readonly message: string }): void
}

/** The rule `floors/imports-run-down`, for the editor. */
const importsRunDown = {
  create(context: Context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value
      const message = typeof specifier === 'string' ? findClimb(file, specifier) : undefined
      if (message !== undefined) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    }
  },
}

export default { meta: { name: 'floors' }, rules: { 'imports-run-down': importsRunDown } }
