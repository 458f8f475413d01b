import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** The account: language, export, import, closing it. */
export const account = {
  title: 'Your account',
  lead: 'Take everything with you, bring it back, or leave.',
  busy: 'One moment…',
  saved: 'The file was saved.',

  languageLead: 'Of these pages, on this device.',

  export: 'Take your data with you',
  plain: 'Readable copy',
  plainHint: 'Plain text, for you or another service. Not encrypted.',
  plainTitle: 'Save it unlocked?',
  plainMessage:
    'The file is not encrypted. Anyone who can open this device, or a backup of it, can read everything in it.',
  plainSubmit: 'Save readable copy',
  sealed: 'Locked copy',
  sealedHint: 'As the service keeps it. Your recovery key opens it, even without us.',
  held: 'What the service holds about you',
  heldHint: 'Times, networks and sign-in methods. It knows no content.',

  import: 'Bring data in',
  importLead: 'From a readable or a locked copy. You see what it would add before anything changes.',
  file: 'Choose a file',
  notACopy: 'This file is not a copy of a vault. Choose another one.',
  copyKey: 'Recovery key of that copy',
  wrongKey: 'This key does not open that copy.',
  look: 'Look into it',
  madeOn: (date: string) => `Made on ${date}.`,
  adds: (count: number) => plural(count, { one: 'It adds 1 entry.', other: (number) => `It adds ${number} entries.` }),
  addsNothing: 'It adds nothing: everything in it is in your vault already.',
  already: (count: number) =>
    plural(count, { one: '1 entry is there already.', other: (number) => `${number} entries are there already.` }),
  commit: 'Add to my vault',
  imported: (count: number) =>
    plural(count, {
      one: '1 entry was added to your vault.',
      other: (number) => `${number} entries were added to your vault.`,
    }),

  delete: 'Delete your account',
  deleteHint: 'Everything is erased, for good.',
  deleteNext: 'Delete my account…',
  deleteTitle: 'Delete your account?',
  deletePoints: [
    'Your vault and everything in it is erased. Nobody can bring it back, not even with your recovery key.',
    'Apps lose their access. What you shared with them before stays with them: ask them to erase it.',
    'You may want to save a copy first.',
  ],
  deleteWord: 'delete',
  deleteType: (word: string) => `Type “${word}” to confirm`,
  deleteWrong: (word: string) => `Type the word “${word}”.`,
  deleteSubmit: 'Delete everything now',
  deleteBusy: 'Deleting…',
  keep: 'Keep my account',
  deletedTitle: 'Your account is deleted',
  deleted:
    'Your vault was erased and apps lose their access. You can remove the passkeys of this service from your devices.',
}
