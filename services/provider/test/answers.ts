import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { StartedProvider } from './started-provider.ts'

/** Expects a refusal in the form of OAuth (RFC 6749 §5.2). */
export function expectRefusal(response: LightMyRequestResponse, status: number, error: string): void {
  expect(response.json()).toEqual({ error, error_description: expect.any(String) })
  expect(response.statusCode).toBe(status)
}

/** Expects a refusal in the form of the internal endpoints and the administration. */
export function expectServiceRefusal(response: LightMyRequestResponse, status: number, code: string): void {
  expect(response.json()).toEqual({ error: expect.any(String), code })
  expect(response.statusCode).toBe(status)
}

/** The parameters of the address that a response redirects to. */
export function redirectedTo({ headers }: LightMyRequestResponse): URLSearchParams {
  return new URL(String(headers.location)).searchParams
}

/** The error that a redirect brings to the app; null if it brings none. */
export function errorOf(response: LightMyRequestResponse): string | null {
  return redirectedTo(response).get('error')
}

/** Finds secrets in the database or the log: as they are, in hexadecimal or in base64. */
export async function findTraces({ stored, log }: StartedProvider, ...secrets: readonly string[]): Promise<string[]> {
  const everything = `${await stored()}\n${log.join('\n')}`
  const formsOf = (secret: string) => [
    secret,
    ...(['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(secret).toString(encoding)),
  ]
  return secrets.filter((secret) => formsOf(secret).some((form) => everything.includes(form)))
}
