import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** The open vault. */
export const vault = {
  title: 'Your vault',
  lead: 'What apps can ask you for. Everything is optional, encrypted on this device, and shared only when you approve.',
  firstUse: (when: string, device: string) =>
    `First time on this device. Your vault was last changed on ${when}, with ${device}. If that is not right, sign out and tell us.`,
  save: 'Save',
  saving: 'Saving…',
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
  groups: { person: 'About you', contact: 'How to reach you' },
  leaveTitle: 'Save your changes first?',
  leave: 'Your vault has changes that are not saved.',
  leaveSave: 'Save and sign out',
  leaveDiscard: 'Sign out without saving',
}
