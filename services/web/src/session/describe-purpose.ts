import type { GesturePurpose } from '@countersign/device'
import type { FullText } from '../messages/messages.ts'

/** What a gesture is for, in the words of the button that leads to it. */
export function describePurpose({ passkeys, account, recovery }: FullText, { act }: GesturePurpose): string {
  switch (act) {
    case 'add_passkey':
      return passkeys.add
    case 'set_password':
    case 'change_password_and_login_name':
      return passkeys.setPassword
    case 'change_password':
    case 'change_password_and_account_key':
      return passkeys.changePassword
    case 'change_login_name':
      return passkeys.changeLogin
    case 'remove_method':
      return passkeys.remove
    case 'replace_recovery_key':
      return passkeys.newKey
    case 'rotate_account_key':
      return passkeys.rotate
    case 'export_account':
      return account.held
    case 'export_vault':
      return account.plainSubmit
    case 'delete_account':
      return account.deleteSubmit
    case 'administer':
      return passkeys.administer
    case 'recover':
      return recovery.enterTitle
  }
}
