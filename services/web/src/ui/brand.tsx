import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** Who runs this installation, as the server wrote it into the page. */
export type PageBrand = {
  /** The operator's name, wherever the product would name itself. */
  readonly name: string
  /** The address of the logo on our own origin; empty where the name stands with our mark. */
  readonly logo: string
  /** Imprint, privacy, terms: whatever the operator has to link to. */
  readonly links: readonly { readonly label: string; readonly url: string }[]
  /** Where people find help; empty where the operator gave none. */
  readonly supportUrl: string
}

const UNBRANDED: PageBrand = { name: 'Countersign', logo: '', links: [], supportUrl: '' }

export const BrandContext = createContext<PageBrand>(UNBRANDED)

/** The operator's name, logo and links. */
export function useBrand(): PageBrand {
  return useContext(BrandContext)
}

/** Reads what the server wrote. A page that was served by something else is ours. */
export function readPageBrand(json: string): PageBrand {
  try {
    return { ...UNBRANDED, ...(JSON.parse(json) as Partial<PageBrand>) }
  } catch {
    return UNBRANDED
  }
}
