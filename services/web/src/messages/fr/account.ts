import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('fr')

export const account: RestText['account'] = {
  title: 'Votre compte',
  lead: 'Emportez tout, rapportez-le, ou partez.',
  busy: 'Un instant…',
  saved: 'Le fichier a été enregistré.',
  languageLead: 'De ces pages, sur cet appareil.',
  export: 'Emportez vos données',
  plain: 'Copie lisible',
  plainHint: 'En clair, pour vous ou un autre service. Non chiffrée.',
  plainTitle: 'L’enregistrer sans la verrouiller ?',
  plainMessage:
    'Le fichier n’est pas chiffré. Quiconque peut ouvrir cet appareil, ou une sauvegarde de celui-ci, peut tout y lire.',
  plainSubmit: 'Enregistrer la copie lisible',
  sealed: 'Copie verrouillée',
  sealedHint: 'Telle que le service la garde. Votre clé de récupération l’ouvre, même sans nous.',
  held: 'Ce que le service sait de vous',
  heldHint: 'Des heures, des réseaux et des moyens de connexion. Il ne connaît aucun contenu.',
  import: 'Importer des données',
  importLead: 'Depuis une copie lisible ou verrouillée. Vous voyez ce qu’elle ajouterait avant que rien ne change.',
  file: 'Choisir un fichier',
  notACopy: 'Ce fichier n’est pas la copie d’un coffre-fort. Choisissez-en un autre.',
  copyKey: 'Clé de récupération de cette copie',
  wrongKey: 'Cette clé n’ouvre pas cette copie.',
  look: 'Regarder dedans',
  madeOn: (date) => `Créée le ${date}.`,
  adds: (count) =>
    plural(count, {
      one: (number) => `Elle ajoute ${number} entrée.`,
      other: (number) => `Elle ajoute ${number} entrées.`,
    }),
  addsNothing: 'Elle n’ajoute rien : tout est déjà dans votre coffre-fort.',
  already: (count) =>
    plural(count, {
      one: (number) => `${number} entrée y est déjà.`,
      other: (number) => `${number} entrées y sont déjà.`,
    }),
  commit: 'Ajouter à mon coffre-fort',
  imported: (count) =>
    plural(count, {
      one: (number) => `${number} entrée a été ajoutée à votre coffre-fort.`,
      other: (number) => `${number} entrées ont été ajoutées à votre coffre-fort.`,
    }),
  delete: 'Supprimer votre compte',
  deleteHint: 'Tout est effacé, définitivement.',
  deleteNext: 'Supprimer mon compte…',
  deleteTitle: 'Supprimer votre compte ?',
  deletePoints: [
    'Votre coffre-fort et tout son contenu sont effacés. Personne ne peut les rétablir, pas même avec votre clé de récupération.',
    'Les applications perdent leur accès. Ce que vous avez partagé avec elles auparavant reste chez elles : demandez-leur de l’effacer.',
    'Vous voulez peut-être enregistrer une copie avant.',
  ],
  deleteWord: 'supprimer',
  deleteType: (word) => `Saisissez « ${word} » pour confirmer`,
  deleteWrong: (word) => `Saisissez le mot « ${word} ».`,
  deleteSubmit: 'Tout supprimer maintenant',
  deleteBusy: 'Suppression…',
  keep: 'Garder mon compte',
  deletedTitle: 'Votre compte est supprimé',
  deleted:
    'Votre coffre-fort a été effacé et les applications perdent leur accès. Vous pouvez retirer de vos appareils les clés d’accès de ce service.',
}
