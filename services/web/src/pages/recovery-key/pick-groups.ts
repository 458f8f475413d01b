const GROUPS = 9

/** Two different group indexes of the recovery key, in order, for the user to type from the copy. */
export function pickGroups(random: () => number): readonly [number, number] {
  const first = Math.floor(random() * GROUPS)
  const step = 1 + Math.floor(random() * (GROUPS - 1))
  const second = (first + step) % GROUPS
  return first < second ? [first, second] : [second, first]
}

/** Whether a group was typed right, in any case, with O for 0 and I or L for 1. */
export function isGroup(recoveryKey: string, index: number, typed: string): boolean {
  const expected = recoveryKey.split('-')[index]
  const entered = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return expected !== undefined && expected === entered
}
