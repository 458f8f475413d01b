import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('fr')

export const vault: RestText['vault'] = {
  title: 'Votre coffre-fort',
  lead: 'Ce que les applications peuvent vous demander. Tout est facultatif, chiffré sur cet appareil et partagé seulement avec votre accord.',
  firstUse: (when, device) =>
    `Première fois sur cet appareil. Votre coffre-fort a été modifié pour la dernière fois le ${when}, avec ${device}. Si ce n’est pas exact, déconnectez-vous et prévenez-nous.`,
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  saved: 'Enregistré dans votre coffre-fort.',
  savedWithConflicts: (count) =>
    plural(count, {
      one: (number) =>
        `Enregistré. Un autre appareil a modifié ${number} entrée en même temps ; le texte le plus récent reste et l’autre a été gardé en copie.`,
      other: (number) =>
        `Enregistré. Un autre appareil a modifié ${number} entrées en même temps ; les textes les plus récents restent et les autres ont été gardés en copie.`,
    }),
  unsaved: (count) =>
    plural(count, {
      one: (number) => `${number} modification non enregistrée`,
      other: (number) => `${number} modifications non enregistrées`,
    }),
  upToDate: 'Tout est enregistré.',
  discard: 'Abandonner',
  groups: { person: 'À propos de vous', contact: 'Comment vous joindre' },
  leaveTitle: 'Enregistrer d’abord vos modifications ?',
  leave: 'Votre coffre-fort contient des modifications non enregistrées.',
  leaveSave: 'Enregistrer et se déconnecter',
  leaveDiscard: 'Se déconnecter sans enregistrer',
}
