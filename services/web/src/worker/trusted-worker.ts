import { fetchIntact } from './fetch-intact.ts'
import { default as workerUrl } from './vault-worker.ts?worker&url'

/** The part of Trusted Types that is used here (W3C Trusted Types §2.3); TypeScript's DOM library does not have it. */
type TrustedTypePolicyFactory = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

const POLICY = 'countersign-worker'

/**
 * Starts the vault worker, once it is the one whose hash the document names. The policy lets through the worker's own address and nothing else, so that script injected
 * into the page cannot start a worker of its own (the page's CSP requires Trusted Types and names this policy only).
 */
export async function startTrustedWorker(): Promise<Worker> {
  const { integrity } = JSON.parse(document.querySelector('[type=importmap]')?.textContent ?? '')
  await fetchIntact(workerUrl, integrity[workerUrl])
  return new Worker(trustedUrl(), { type: 'module', name: 'vault' })
}

let url: string | undefined

function trustedUrl(): string {
  url ??= findPolicyFactory()?.createPolicy(POLICY, { createScriptURL: onlyTheWorker }).createScriptURL(workerUrl)
  return url ?? workerUrl
}

function onlyTheWorker(requested: string): string {
  if (requested !== workerUrl) throw new TypeError('Only the vault worker may be started.')
  return requested
}

function findPolicyFactory(): TrustedTypePolicyFactory | undefined {
  return (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes
}
