import type { App } from '../api/console-api.ts'

/** An app's texts and addresses in a form; one redirect URI per line. */
export type Description = {
  readonly name: string
  readonly description: string
  readonly redirectUris: string
  readonly policyUri: string
  readonly tosUri: string
}

export const NO_DESCRIPTION: Description = { name: '', description: '', redirectUris: '', policyUri: '', tosUri: '' }

export function describeApp({ name, description, redirect_uris, policy_uri, tos_uri }: App): Description {
  return {
    name,
    description,
    redirectUris: redirect_uris.join('\n'),
    policyUri: policy_uri ?? '',
    tosUri: tos_uri ?? '',
  }
}

/** The body that registers a new app. */
export function toRegistration({ name, description, redirectUris, policyUri, tosUri }: Description) {
  return {
    name,
    description,
    redirect_uris: linesOf(redirectUris),
    ...(policyUri !== '' && { policy_uri: policyUri }),
    ...(tosUri !== '' && { tos_uri: tosUri }),
  }
}

/** Only the changed fields, as another operator may have changed the rest meanwhile. An empty field is removed. */
export function toUpdate(start: Description, typed: Description) {
  return {
    ...(typed.name !== start.name && { name: typed.name }),
    ...(typed.description !== start.description && { description: typed.description }),
    ...(typed.redirectUris !== start.redirectUris && { redirect_uris: linesOf(typed.redirectUris) }),
    ...(typed.policyUri !== start.policyUri && { policy_uri: typed.policyUri || null }),
    ...(typed.tosUri !== start.tosUri && { tos_uri: typed.tosUri || null }),
  }
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function isComplete({ name, redirectUris }: Description): boolean {
  return name.trim() !== '' && linesOf(redirectUris).length > 0
}
