/** What each app may see. */
export const apps = {
  title: 'Connected apps',
}
