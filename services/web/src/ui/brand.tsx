import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PageBrand, Theme } from '../page-config.ts'

export const BrandContext = createContext<PageBrand | undefined>(undefined)

/** The operator's name, logo and links. */
export function useBrand(): PageBrand {
  const brand = useContext(BrandContext)
  if (!brand) throw new Error('A page was rendered outside of its brand.')
  return brand
}

/** Replaces our colours by the operator's. */
export function applyTheme(theme: Theme): void {
  for (const [name, [light, dark]] of Object.entries(theme)) {
    document.documentElement.style.setProperty(`--${name}`, `light-dark(${light}, ${dark})`)
  }
}
