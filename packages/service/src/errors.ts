import {
  OAUTH_ERROR_STATUS,
  type OAuthErrorBody,
  type OAuthErrorCode,
  SERVICE_ERROR_STATUS,
  type ServiceErrorBody,
  type ServiceErrorCode,
  type Suspension,
} from '@countersign/contracts'

type Headers = Readonly<Record<string, string>>
type Extra = { readonly status?: number; readonly headers?: Headers; readonly cause?: unknown }
type ServiceExtra = Extra & { readonly claims?: readonly string[]; readonly suspension?: Suspension }

class Refusal<Code extends string> extends Error {
  readonly code: Code
  readonly status: number
  readonly headers: Headers

  constructor(code: Code, message: string, { status, headers = {}, cause }: Extra & { readonly status: number }) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** An expected refusal of an OAuth endpoint. The description is for developers and never contains input. */
export class OAuthError extends Refusal<OAuthErrorCode> {
  override readonly name = 'OAuthError'

  constructor(code: OAuthErrorCode, description: string, extra: Extra = {}) {
    super(code, description, { status: OAUTH_ERROR_STATUS[code], ...extra })
  }

  toBody(): OAuthErrorBody {
    return { error: this.code, error_description: this.message }
  }
}

/** An expected refusal of an internal or core endpoint. The message is a sentence that a person can act on. */
export class ServiceError extends Refusal<ServiceErrorCode> {
  override readonly name = 'ServiceError'
  /** Field names, never values. */
  readonly claims: readonly string[] | undefined
  readonly suspension: Suspension | undefined

  constructor(code: ServiceErrorCode, message: string, { claims, suspension, ...extra }: ServiceExtra = {}) {
    super(code, message, { status: SERVICE_ERROR_STATUS[code], ...extra })
    this.claims = claims
    this.suspension = suspension
  }

  toBody(): ServiceErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.claims && { claims: [...this.claims] }),
      ...(this.suspension && { suspension: this.suspension }),
    }
  }
}

/** The database is unreachable or timed out: the caller may retry. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** For a fact that an answer can do without: `reading.catch(undefinedWhereUnavailable)`. */
export function undefinedWhereUnavailable(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable)) throw error
}

/** A secret of this process does not open a sealed value: the operator must act; the caller may retry later. */
export class SecretUnavailable extends Error {
  override readonly name = 'SecretUnavailable'
}

/** Overload: refused before any work was done; the caller may retry. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** The address exists but not this method (RFC 9110 §15.5.6); `allow` is the header's value. */
export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed'
  readonly allow: string

  constructor(allow: string) {
    super(`This endpoint answers ${allow} only.`)
    this.allow = allow
  }
}
