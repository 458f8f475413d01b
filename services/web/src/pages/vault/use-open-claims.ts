import { useEffect, useRef, useState } from 'preact/hooks'
import { isEdited, undoClaim } from '../vault-edits/unsaved-edits.ts'
import type { VaultEditing } from '../vault-edits/use-unsaved-edits.ts'

export type OpenClaims = ReturnType<typeof useOpenClaims>

/** The claims whose fields are shown: those that were opened, and those with unsaved edits. */
export function useOpenClaims({ edits, change }: VaultEditing) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const focusLater = useFocusLater()
  return {
    isOpen: (claim: string) => opened.includes(claim) || isEdited(edits, claim),
    open: (claim: string) => {
      setOpened((all) => [...all, claim])
      focusLater(claim)
    },
    /** Takes its edits back. */
    close: (claim: string) => {
      setOpened((all) => all.filter((each) => each !== claim))
      change((current) => undoClaim(current, claim))
      focusLater(claim)
    },
    closeAll: () => setOpened([]),
  }
}

/** After the pressed button is gone: focuses the first control of the claim. */
function useFocusLater() {
  const waiting = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (waiting.current === undefined || document.activeElement !== document.body) return
    const places = [...document.querySelectorAll<HTMLElement>('[data-claim]')]
    const place = places.find(({ dataset }) => dataset['claim'] === waiting.current)
    waiting.current = undefined
    place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  })
  return (claim: string) => {
    waiting.current = claim
  }
}
