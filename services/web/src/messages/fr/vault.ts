import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('fr')

export const vault: RestText['vault'] = {
  title: 'Votre coffre-fort',
  lead: 'Ce que les applications peuvent vous demander. Tout est facultatif, chiffré sur cet appareil et partagé seulement avec votre accord.',
  firstUse: (when, device) =>
    `Première fois sur cet appareil. Votre coffre-fort a été modifié pour la dernière fois le ${when}, avec ${device}. Si ce n’est pas exact, déconnectez-vous et prévenez-nous.`,
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
  groups: { person: 'À propos de vous', contact: 'Comment vous joindre', other: 'Autres données' },
  emptyTitle: 'Votre coffre-fort est vide',
  empty: 'Remplissez ce que vous voulez, maintenant ou quand une application le demande. Rien n’est partagé tout seul.',
  room: (count) =>
    plural(count, {
      one: (number) => `Votre coffre-fort est presque plein : il reste de la place pour ${number} entrée.`,
      other: (number) => `Votre coffre-fort est presque plein : il reste de la place pour ${number} entrées.`,
    }),
  addAnother: 'Ajouter une autre valeur',
  label: (number) => `Libellé ${number}`,
  offerFirst: 'Proposer en premier',
  remove: 'Retirer',
  removed: 'sera retiré à l’enregistrement.',
  undo: 'Annuler',
  undone: 'Annulé. Votre coffre-fort est comme avant.',
  elsewhere: (value) =>
    `Modifié entre-temps sur un autre appareil ou dans un autre onglet : « ${value} ». Si vous enregistrez, ce que vous avez saisi est conservé à côté.`,
  takeMine: 'Le remplacer par ma saisie',
  conflictTitle: (claim) => `${claim} : lequel compte ?`,
  conflict:
    'Deux appareils ont modifié ceci en même temps. Les deux textes sont conservés jusqu’à votre choix ; seul le premier est partagé.',
  inVault: 'Dans votre coffre-fort',
  setAside: 'Mis de côté',
  gone: 'Retiré',
  keepPresent: 'Garder celui du coffre-fort',
  keepRemoved: 'Le laisser retiré',
  keepAside: 'Utiliser celui mis de côté',
  keepBoth: 'Garder les deux',
  leaveTitle: 'Enregistrer d’abord vos modifications ?',
  leave: 'Votre coffre-fort contient des modifications non enregistrées.',
  leaveSave: 'Enregistrer et se déconnecter',
  leaveDiscard: 'Se déconnecter sans enregistrer',
}
