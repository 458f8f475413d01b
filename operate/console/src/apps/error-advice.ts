import { OAUTH_ERRORS, RECORDED } from '@countersign/contracts/error-remedies'

/** A remedy for an outcome of the audit trail, or an error code that came back to the app. @param event if no outcome is known */
export function adviceFor(outcome: string, event = ''): string | undefined {
  const [, cure] = find(RECORDED, outcome) ?? []
  return (cure ?? adviceForCode(outcome.split(':')[0] ?? '') ?? find(RECORDED, event)?.[1])?.replaceAll(/[`*]/g, '')
}

function adviceForCode(code: string): string | undefined {
  const error = find(OAUTH_ERRORS, code)
  return error && `Most often because ${error.because} ${error.causes[0][1]}`
}

function find<Found>(table: Readonly<Record<string, Found>>, name: string): Found | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
