import type { Drafts } from '../drafts.ts'

/** What the person chose and typed; it outlives a session that ends in the middle. */
export interface Choices {
  readonly switchedOff: ReadonlySet<string>
  readonly setSwitch: (scope: string, isOn: boolean) => void
  readonly drafts: Drafts
}
