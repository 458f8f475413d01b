/** One year at least (OWASP ASVS 5, 3.4.1). Without includeSubDomains: the hosts below the operator's may serve plain http. */
const STRICT_TRANSPORT = 'max-age=63072000'

/** Headers of every answer: no type sniffing; HSTS where the service has https. */
export function answerHeaders(baseUrl = ''): Readonly<Record<string, string>> {
  const isHttps = baseUrl.startsWith('https:')
  return {
    'x-content-type-options': 'nosniff',
    ...(isHttps && { 'strict-transport-security': STRICT_TRANSPORT }),
  }
}
