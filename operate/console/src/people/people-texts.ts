import { formatOf } from '@countersign/ui/messages/format.ts'

const { counted } = formatOf('en')

export const PEOPLE_TEXTS = {
  title: 'People',
  lead: 'Find an account by the ID on the person’s account page. The service knows no names.',
  search: 'User id',
  searchHint: 'As the person reads it to you: capitals, spaces and dashes don’t matter.',
  searchWrong: 'A user id has 32 digits and letters from a to f. Ask the person to read it again.',
  open: 'Open',

  account: 'Account',
  userId: 'User id',
  unknown: 'No account has this id. It may have been deleted, or the id was misheard.',
  actions: 'Actions',
  facts: {
    status: 'Status',
    created: 'Created',
    lastUsed: 'Last used',
    methods: 'Ways to sign in',
    sessions: 'Open sessions',
    apps: 'Connected apps',
    suspendedAt: 'Suspended',
    reason: 'Reason',
  },
  isActive: 'Active',
  suspended: 'Suspended',
  never: 'Never since the sign-up',
  noAnswer: 'Unknown: the provider doesn’t answer',
  methods: {
    password: counted({ one: 'a password', other: '# passwords' }),
    passkey: counted({ one: 'a passkey', other: '# passkeys' }),
    recovery: counted({ one: 'a recovery key', other: '# recovery keys' }),
  },
  noMethods: 'None',
  events: 'Audit events of this account',
  reason: 'Reason',
  reasonHint: 'The person reads this, and the audit trail keeps it: no names or links, please. 3 to 500 characters.',
  deletionHint:
    'The person reads this if they chose mail about security, and the audit trail keeps it: no names or links, please. 3 to 500 characters.',
  confirmWrong: 'These are not the first eight characters.',
  confirmId: (start: string) => `To confirm, type the first eight characters of the user id: ${start}`,

  acts: {
    endSessions: {
      title: 'End all sessions',
      lead: 'Signs the person out everywhere. Their vault and apps stay, and they can sign in again.',
      act: 'End all sessions',
      busy: 'Ending…',
      done: 'All sessions have ended.',
    },
    suspend: {
      title: 'Suspend',
      lead: 'Ends all sessions and blocks sign-ins and apps until you unsuspend the account. Nothing is lost.',
      act: 'Suspend',
      busy: 'Suspending…',
      done: 'The account is suspended.',
    },
    unsuspend: {
      title: 'Unsuspend',
      lead: 'Allows sign-ins and apps again.',
      act: 'Unsuspend',
      busy: 'Unsuspending…',
      done: 'The account is active again.',
    },
    remove: {
      title: 'Delete the account',
      lead: 'Deletes the account, its vault and all app access for good. No one can bring it back, not even the person.',
      act: 'Delete',
      busy: 'Deleting…',
      done: 'The account was deleted.',
    },
  },
} as const

export const INVITATION_TEXTS = {
  title: 'Invitations',
  lead: 'With SIGN_UPS=invited, people sign up by a link from here. Which account used which link is not stored.',
  makeTitle: 'A new invitation',
  uses: 'How many people it admits',
  usesWrong: 'Type a whole number from 1 to 10,000.',
  lifetime: 'It works for',
  lifetimes: { day: 'one day', week: 'one week', month: '30 days', year: 'one year' },
  note: 'Note',
  noteHint: 'Optional, for operators. It is stored in clear.',
  make: 'Make a link',
  making: 'Making…',
  made: 'Link for those invited',
  emptyTitle: 'No invitation',
  empty: 'Invitations are listed here, and ended ones for another 30 days.',
  columns: { made: 'Made', ends: 'Ends', used: 'Used', note: 'Note', action: 'Action' },
  usedOf: (used: number, uses: number) => `${used} of ${uses}`,
  remove: 'Remove',
  removeOf: (date: string) => `Remove the invitation of ${date}`,
  removeTitle: 'Remove this invitation?',
  removeLead: 'Its link stops working. The accounts made with it stay.',
  removed: 'The invitation was removed.',
} as const
