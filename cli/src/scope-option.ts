import type { ClientScope } from '@countersign/contracts'

const OPTION = /^(?<name>[^:=]+)(?<required>:required)?(?:=(?<reason>.*))?$/s

/** Reads `name[:required][=reason]`. What fits nothing is taken for a name, so that registration says what there is. */
export function parseScopeOption(text: string): ClientScope {
  const { name = text, required, reason = '' } = OPTION.exec(text)?.groups ?? {}
  return { name, required: required !== undefined, reason }
}
