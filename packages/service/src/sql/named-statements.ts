import type { Run } from './connection.ts'

/** Runs statements by their names, under which a connection keeps their plans, for as long as that works. */
export type NamedStatements = {
  /** Leaves the names out once they do not work. */
  readonly over: (run: Run) => Run
  /** Takes note of a refusal because of a name: nothing was done, and without names it can be done. */
  readonly isRefusal: (error: unknown) => boolean
}

// invalid_sql_statement_name, duplicate_prepared_statement (PostgreSQL Appendix A).
const REFUSED_NAME = /^(26000|42P05)$/

/**
 * A pooler that lends its connections for one transaction hands out another one each time, with other names or none. It is
 * known by the first refusal; from then on every statement is planned at each execution.
 */
export function createNamedStatements(): NamedStatements {
  let areRefused = false
  return {
    over: (run) => (statement) => run(areRefused ? withoutName(statement) : statement),
    isRefusal: (error) => {
      const isRefused = error instanceof Error && 'code' in error && REFUSED_NAME.test(String(error.code))
      if (isRefused) areRefused = true
      return isRefused
    },
  }
}

function withoutName({ text, values = [] }: Parameters<Run>[0]): Parameters<Run>[0] {
  return { text, values: [...values] }
}
