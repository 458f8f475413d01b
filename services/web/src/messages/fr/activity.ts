import type { RestText } from '../messages.ts'

export const activity: RestText['activity'] = {
  title: 'Activité',
  lead: 'Ce qui a quitté votre coffre-fort, quand et pour qui. Votre coffre-fort tient lui-même cette liste : personne ne peut la modifier sans que cela se voie.',
  verified: 'Chaque entrée ci-dessous a été vérifiée avec votre coffre-fort.',
  when: (moment, device) => `${moment}, avec ${device}`,
  released: (app) => `Partagé avec ${app}`,
  nothing: 'Aucune de vos données, seulement que c’est vous.',
  sealed: 'Seule l’application a pu le lire',
  uncertainBadge: 'Peut-être pas arrivé',
  uncertain: 'La connexion s’est interrompue pendant l’envoi. L’entrée figure ici parce que cela a pu arriver.',
  methods: { opaque: 'un mot de passe', prf: 'une clé d’accès', recovery: 'la clé de récupération' },
  method_added: (method) => `Moyen de connexion ajouté : ${method}`,
  method_removed: (method) => `Moyen de connexion supprimé : ${method}`,
  events: {
    not_released: 'Une approbation n’a pas abouti',
    exported: 'Coffre-fort exporté',
    imported: 'Données importées',
  },
  emptyTitle: 'Rien n’a quitté votre coffre-fort',
  empty: 'Dès que vous approuvez une application, ce qu’elle a reçu figure ici, avec un reçu.',
  receipt: 'Reçu',
  receiptTitle: 'Votre reçu',
  receiptText:
    'Il montre ce qui a été partagé, avec qui et quand. Seul votre coffre-fort peut confirmer qu’il est authentique.',
  receiptFile: 'recu',
  checkTitle: 'Vérifier un reçu',
  checkLead: 'Choisissez un reçu que vous avez conservé. Il est vérifié sur cet appareil et n’est envoyé nulle part.',
  checkFile: 'Fichier du reçu',
  genuine: (moment) => `Ce reçu est authentique : ${moment}.`,
  genuineRelease: (app, moment) => `Ce reçu est authentique. Partagé avec ${app} le ${moment} :`,
  notGenuine: 'Ce n’est pas un reçu de votre coffre-fort, ou quelqu’un l’a modifié.',
  brokenTitle: 'Cette liste a été modifiée',
  broken:
    'Le service a envoyé une autre liste que celle dont votre coffre-fort se porte garant. Une entrée a été modifiée, omise, déplacée ou ajoutée sur le serveur. Votre appareil n’y est pour rien.',
  brokenAbove: 'Les entrées ci-dessus ont été vérifiées et sont justes. On ne peut pas se fier aux plus anciennes.',
  brokenDo:
    'Rien n’a changé dans votre coffre-fort. Gardez vos reçus, exportez votre coffre-fort et demandez une explication à l’exploitant.',
  signIns: 'Les connexions et les modifications que le service a remarquées se trouvent sous Appareils.',
}
