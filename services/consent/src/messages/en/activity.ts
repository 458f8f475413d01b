/** What was approved, denied and released. */
export const activity = {
  title: 'Activity',
}
