import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('de')

export const vault: RestText['vault'] = {
  title: 'Ihr Tresor',
  lead: 'Worum Apps Sie bitten können. Alles ist freiwillig, wird auf diesem Gerät verschlüsselt und nur mit Ihrer Zustimmung weitergegeben.',
  firstUse: (when, device) =>
    `Zum ersten Mal auf diesem Gerät. Ihr Tresor wurde zuletzt geändert am ${when}, mit ${device}. Falls das nicht stimmt, melden Sie sich ab und sagen Sie es uns.`,
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
  groups: { person: 'Über Sie', contact: 'Wie man Sie erreicht', other: 'Weiteres' },
  emptyTitle: 'Ihr Tresor ist leer',
  empty: 'Tragen Sie ein, was Sie möchten, jetzt oder wenn eine App fragt. Nichts davon wird von selbst weitergegeben.',
  room: (count) =>
    plural(count, {
      one: 'Ihr Tresor ist fast voll: Es ist noch Platz für 1 Eintrag.',
      other: (number) => `Ihr Tresor ist fast voll: Es ist noch Platz für ${number} Einträge.`,
    }),
  addAnother: 'Weitere hinzufügen',
  label: (number) => `Bezeichnung ${number}`,
  offerFirst: 'Zuerst anbieten',
  remove: 'Entfernen',
  removed: 'wird beim Speichern entfernt.',
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht. Ihr Tresor ist wie zuvor.',
  elsewhere: (value) =>
    `Inzwischen auf einem anderen Gerät oder in einem anderen Tab geändert: „${value}“. Wenn Sie speichern, bleibt Ihre Eingabe daneben erhalten.`,
  takeMine: 'Durch meine Eingabe ersetzen',
  conflictTitle: (claim) => `${claim}: Was gilt?`,
  conflict:
    'Zwei Geräte haben dies zugleich geändert. Beide Texte bleiben, bis Sie wählen; weitergegeben wird nur der erste.',
  inVault: 'Im Tresor',
  setAside: 'Zurückgelegt',
  gone: 'Entfernt',
  keepPresent: 'Den im Tresor behalten',
  keepRemoved: 'Entfernt lassen',
  keepAside: 'Den zurückgelegten verwenden',
  keepBoth: 'Beide behalten',
  leaveTitle: 'Änderungen zuerst speichern?',
  leave: 'In Ihrem Tresor sind Änderungen, die nicht gespeichert sind.',
  leaveSave: 'Speichern und abmelden',
  leaveDiscard: 'Ohne Speichern abmelden',
}
