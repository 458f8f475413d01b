import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('de')

export const vault: RestText['vault'] = {
  title: 'Ihr Tresor',
  lead: 'Worum Apps Sie bitten können. Alles ist freiwillig, wird auf diesem Gerät verschlüsselt und nur mit Ihrer Zustimmung weitergegeben.',
  firstUse: (when, device) =>
    `Zum ersten Mal auf diesem Gerät. Ihr Tresor wurde zuletzt geändert am ${when}, mit ${device}. Falls das nicht stimmt, melden Sie sich ab und sagen Sie es uns.`,
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  saved: 'In Ihrem Tresor gespeichert.',
  savedWithConflicts: (count) =>
    plural(count, {
      one: 'Gespeichert. Ein anderes Gerät hat zugleich 1 Eintrag geändert; der neuere Text bleibt, der andere wurde als Kopie aufbewahrt.',
      other: (number) =>
        `Gespeichert. Ein anderes Gerät hat zugleich ${number} Einträge geändert; die neueren Texte bleiben, die anderen wurden als Kopien aufbewahrt.`,
    }),
  unsaved: (count) =>
    plural(count, {
      one: '1 Änderung ist nicht gespeichert',
      other: (number) => `${number} Änderungen sind nicht gespeichert`,
    }),
  upToDate: 'Alles ist gespeichert.',
  discard: 'Verwerfen',
  groups: { person: 'Über Sie', contact: 'Wie man Sie erreicht' },
  leaveTitle: 'Änderungen zuerst speichern?',
  leave: 'In Ihrem Tresor sind Änderungen, die nicht gespeichert sind.',
  leaveSave: 'Speichern und abmelden',
  leaveDiscard: 'Ohne Speichern abmelden',
}
