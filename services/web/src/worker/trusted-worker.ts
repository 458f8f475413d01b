import { isPackaged } from '@countersign/ui/place.ts'
import { fetchIntact } from './fetch-intact.ts'
import { default as workerUrl } from './vault-worker.ts?worker&url'

/** W3C Trusted Types §2.3, which TypeScript's DOM library lacks. */
type TrustedTypePolicyFactory = { createPolicy(name: string, rules: Rules): Rules }
type Rules = { readonly createScriptURL: (url: string) => string }

const POLICY = 'countersign-worker'

/** Starts the vault worker after checking its hash. The CSP allows its address only, so no script can start another. */
export async function startTrustedWorker(): Promise<Worker> {
  if (!isPackaged()) {
    const { integrity } = JSON.parse(document.querySelector('[type=importmap]')?.textContent ?? '')
    await fetchIntact(workerUrl, integrity[workerUrl])
  }
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
