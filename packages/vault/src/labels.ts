/** Record layout (`v`); readers refuse others. */
export const RECORD_VERSION = 1 as const

/** Algorithm suite (`s`): AES-256-GCM and HKDF-SHA-256. Compiled in: the server never names an algorithm. */
export const SUITE = 1 as const

/** Plaintext version (`sv`) of items and log entries. */
export const SCHEMA_VERSION = 1

/** Plaintext version of heads. */
export const HEAD_SCHEMA_VERSION = 3

/** `bind` of a password's unlock record: another OPAQUE suite gives another key. */
export const PASSWORD_SUITE = 'pw1'

/** Apart from `LABEL`, for the page: it needs only this before the vault opens. */
export const PRF_LABEL = 'countersign/v1/prf'

/** One label per purpose starts every HKDF `info`, AAD and hash input: no output of one purpose fits another. */
export const LABEL = {
  unlock: 'countersign/v1/unlock',
  kek: 'countersign/v1/kek',
  kekCommit: 'countersign/v1/kek-commit',
  wrap: 'countersign/v1/wrap',
  headKey: 'countersign/v1/ak/head',
  itemsKey: 'countersign/v1/ak/items',
  activityKey: 'countersign/v1/ak/activity',
  cek: 'countersign/v1/cek',
  item: 'countersign/v1/item',
  head: 'countersign/v1/head',
  activity: 'countersign/v1/activity',
  unlockHash: 'countersign/v1/rec/unlock',
  itemHash: 'countersign/v1/rec/item',
  headHash: 'countersign/v1/rec/head',
  activityHash: 'countersign/v1/rec/activity',
  gesture: 'countersign/v1/gesture',
  presentation: 'countersign/v1/presentation',
  itemList: 'countersign/v1/item-list',
  pastStart: 'countersign/v1/past/start',
  past: 'countersign/v1/past',
  prf: PRF_LABEL,
  recoveryId: 'countersign/v1/recovery/id',
  recoveryAuth: 'countersign/v1/recovery/auth',
  recoveryRoot: 'countersign/v1/recovery/root',
  recoveryChecksum: 'countersign/v1/recovery/checksum',
} as const
