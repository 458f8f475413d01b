import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('de')

export const account: RestText['account'] = {
  title: 'Ihr Konto',
  lead: 'Nehmen Sie alles mit, bringen Sie es zurück, oder gehen Sie.',
  busy: 'Einen Moment …',
  saved: 'Die Datei wurde gespeichert.',
  languageLead: 'Dieser Seiten, auf diesem Gerät.',
  export: 'Nehmen Sie Ihre Daten mit',
  plain: 'Lesbare Kopie',
  plainHint: 'Klartext, für Sie oder einen anderen Dienst. Nicht verschlüsselt.',
  plainTitle: 'Unverschlossen speichern?',
  plainMessage:
    'Die Datei ist nicht verschlüsselt. Wer dieses Gerät oder eine Sicherung davon öffnen kann, kann alles darin lesen.',
  plainSubmit: 'Lesbare Kopie speichern',
  sealed: 'Verschlossene Kopie',
  sealedHint: 'So, wie der Dienst sie aufbewahrt. Ihr Wiederherstellungsschlüssel öffnet sie, auch ohne uns.',
  held: 'Was der Dienst über Sie hat',
  heldHint: 'Zeiten, Netze und Anmeldearten. Inhalte kennt er nicht.',
  import: 'Daten hereinholen',
  importLead: 'Aus einer lesbaren oder verschlossenen Kopie. Sie sehen, was dazukäme, bevor sich etwas ändert.',
  file: 'Datei auswählen',
  notACopy: 'Diese Datei ist keine Kopie eines Tresors. Wählen Sie eine andere.',
  copyKey: 'Wiederherstellungs\u00adschlüssel dieser Kopie',
  wrongKey: 'Dieser Schlüssel öffnet diese Kopie nicht.',
  look: 'Hineinsehen',
  madeOn: (date) => `Erstellt am ${date}.`,
  adds: (count) =>
    plural(count, { one: 'Es kommt 1 Eintrag dazu.', other: (number) => `Es kommen ${number} Einträge dazu.` }),
  addsNothing: 'Es kommt nichts dazu: Alles darin ist schon in Ihrem Tresor.',
  already: (count) =>
    plural(count, { one: '1 Eintrag ist schon da.', other: (number) => `${number} Einträge sind schon da.` }),
  commit: 'In meinen Tresor übernehmen',
  imported: (count) =>
    plural(count, {
      one: '1 Eintrag kam in Ihren Tresor.',
      other: (number) => `${number} Einträge kamen in Ihren Tresor.`,
    }),
  delete: 'Konto löschen',
  deleteHint: 'Alles wird gelöscht, für immer.',
  deleteNext: 'Mein Konto löschen …',
  deleteTitle: 'Ihr Konto löschen?',
  deletePoints: [
    'Ihr Tresor und alles darin wird gelöscht. Niemand kann ihn zurückholen, auch nicht mit Ihrem Wiederherstellungsschlüssel.',
    'Apps verlieren ihren Zugriff. Was Sie ihnen früher gegeben haben, bleibt bei ihnen: Bitten Sie sie, es zu löschen.',
    'Vielleicht möchten Sie vorher eine Kopie speichern.',
  ],
  deleteWord: 'löschen',
  deleteType: (word) => `Geben Sie zur Bestätigung „${word}“ ein`,
  deleteWrong: (word) => `Geben Sie das Wort „${word}“ ein.`,
  deleteSubmit: 'Jetzt alles löschen',
  deleteBusy: 'Wird gelöscht …',
  keep: 'Mein Konto behalten',
  deletedTitle: 'Ihr Konto ist gelöscht',
  deleted:
    'Ihr Tresor wurde gelöscht, und Apps verlieren ihren Zugriff. Die Passkeys dieses Dienstes können Sie von Ihren Geräten entfernen.',
}
