import type { Page } from 'playwright-core'
import { bundleForPage } from './bundle.ts'
import type * as vaultPackage from './in-page/vault-package.ts'

declare global {
  interface Window {
    vaultPackage: typeof vaultPackage
  }
}

/** Puts the vault package into a page, as `window.vaultPackage`. */
export async function loadVaultPackage(page: Page): Promise<void> {
  await page.evaluate(await bundleForPage('vault-package.ts', 'vaultPackage'))
}
