import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** The open vault. */
export const vault = {
  title: 'Your vault',
  lead: 'What apps can ask you for. Everything is optional, encrypted on this device, and shared only when you approve.',
  firstUse: (when: string, device: string) =>
    `First time on this device. Your vault was last changed on ${when}, with ${device}. If that is not right, sign out and tell us.`,
  saved: 'Saved in your vault.',
  savedWithConflicts: (count: number) =>
    plural(count, {
      one: 'Saved. Another device changed 1 entry at the same time; the newer text stays and the other one was kept as a copy.',
      other: (number) =>
        `Saved. Another device changed ${number} entries at the same time; the newer texts stay and the others were kept as copies.`,
    }),
  unsaved: (count: number) =>
    plural(count, { one: '1 unsaved change', other: (number) => `${number} unsaved changes` }),
  upToDate: 'Everything is saved.',
  discard: 'Discard',
  groups: { person: 'About you', contact: 'How to reach you', other: 'More' },
  emptyTitle: 'Your vault is empty',
  empty: 'Fill in what you like, now or when an app asks. Nothing here is shared by itself.',
  room: (count: number) =>
    plural(count, {
      one: 'Your vault is nearly full: it has room for 1 more entry.',
      other: (number) => `Your vault is nearly full: it has room for ${number} more entries.`,
    }),
  addAnother: 'Add another',
  label: (number: string) => `Label ${number}`,
  offerFirst: 'Offer this one first',
  remove: 'Remove',
  removed: 'goes when you save.',
  undo: 'Undo',
  undone: 'Taken back. Your vault is as it was before.',
  elsewhere: (value: string) =>
    `Changed on another device or in another tab meanwhile: “${value}”. If you save, what you typed is kept beside it.`,
  takeMine: 'Replace it with what I typed',
  conflictTitle: (claim: string) => `${claim}: which one counts?`,
  conflict:
    'Two devices changed this at the same time. Both texts are kept until you choose; only the first is shared.',
  inVault: 'In your vault',
  setAside: 'Set aside',
  gone: 'Removed',
  keepPresent: 'Keep the one in the vault',
  keepRemoved: 'Leave it removed',
  keepAside: 'Use the one set aside',
  keepBoth: 'Keep both',
  leaveTitle: 'Save your changes first?',
  leave: 'Your vault has changes that are not saved.',
  leaveSave: 'Save and sign out',
  leaveDiscard: 'Sign out without saving',
}
