/** What each app may see. */
export const apps = {
  title: 'Connected apps',
  lead: 'Apps that you approved. Each sees what you approved and nothing else of your vault.',
  maySee: 'What you approved',
  since: (date: string) => `Approved since ${date}.`,
  lastUsed: (moment: string) => `Last used ${moment}.`,
  revoke: 'Revoke',
  revoking: 'Revoking…',
  revokeTitle: (app: string) => `Revoke ${app}?`,
  revokeText: (app: string) =>
    `${app} is signed out at once and has to ask you again. What it received before stays with it: ask ${app} itself to delete that. This cannot be undone.`,
  revoked: (app: string) => `${app} has no access any more.`,
  emptyTitle: 'No app has access',
  empty: 'When you approve an app, it is listed here with what it may see, and you can revoke it.',
  unavailable:
    'The list of your apps cannot be fetched right now. Your vault is not affected, and no app gets anything new.',
}
