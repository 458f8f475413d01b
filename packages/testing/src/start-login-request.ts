import { client, ready } from '@serenity-kit/opaque'

/** The first message of a sign-in by a guess, from a device that does not care what comes of it. */
export async function newStartLoginRequest(): Promise<string> {
  await ready
  return client.startLogin({ password: 'a guess' }).startLoginRequest
}
