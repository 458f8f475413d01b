import { COMPONENT_PATHS } from '@countersign/ui/routing/paths.ts'

/** Posts an answer to its app (`response_mode=form_post`). The extension makes this form itself. */
export const FORM_POST_PATH = '/oauth/form-post'

/**
 * An http address without its credentials, which change nothing about its origin. Undefined for any other one, such as
 * `blob:https://id.example/…`.
 */
export function parseAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const address = new URL(text)
  if (!/^https?:$/.test(address.protocol)) return undefined
  address.username = ''
  address.password = ''
  return address
}

/** The origin of an http address. */
export function originOf(text: string): string | undefined {
  return parseAddress(text)?.origin
}

/** A component's own address shows the server's document; everything else at the origin opens in the extension. */
export function isLed(text: string, origin: string): boolean {
  const address = parseAddress(text)
  return address?.origin === origin && !isComponent(address.pathname)
}

function isComponent(path: string): boolean {
  const [, first = ''] = path.split('/')
  return path !== FORM_POST_PATH && COMPONENT_PATHS.some((each) => each === first)
}
