const POSTABLE = new Set(['https:', 'http:'])

/** Whether a redirect URI can take a form: a program on a device, called by a scheme of its own, cannot. */
export function takesForms(redirectUri: string): boolean {
  return URL.canParse(redirectUri) && POSTABLE.has(new URL(redirectUri).protocol)
}
