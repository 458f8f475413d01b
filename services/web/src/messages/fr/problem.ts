import type { EntryText } from '../messages.ts'

export const problem: EntryText['problem'] = {
  malformedTitle: 'Ce lien n’est pas complet',
  malformed: 'L’adresse de la demande est absente ou abîmée. Retournez à l’application et recommencez.',
  unknownTitle: 'Nous ne connaissons pas cette demande',
  unknown:
    'Elle est peut-être trop ancienne, ou elle a été ouverte avec un autre compte. Retournez à l’application et recommencez.',
  expiredTitle: 'Cette demande a expiré',
  expired: (app) =>
    `Pour votre sécurité, une demande ne reste ouverte que quelques minutes. Rien n’a été partagé. Retournez sur ${app} et recommencez.`,
  approvedTitle: 'Vous avez déjà accepté cette demande',
  approved: (app) => `Un accord ne vaut qu’une fois. Si ${app} ne vous a pas connecté, retournez-y et recommencez.`,
  deniedTitle: 'Vous avez déjà refusé cette demande',
  denied: (app) => `Rien n’a été partagé. Pour changer d’avis, retournez sur ${app} et recommencez.`,
  unsafeTitle: 'Nous ne vous enverrons pas là-bas',
  unsafe:
    'L’application a donné une adresse dangereuse à ouvrir. Rien n’a été partagé. Merci de prévenir son responsable.',
  backTo: (app) => `Retour à ${app}`,
  loadTitle: 'Nous n’avons pas pu récupérer la demande',
  load: 'Rien n’a été partagé. Votre demande attend toujours.',
  pageTitle: 'Nous n’avons pas pu charger cette page',
  page: 'Une partie de cette page n’est pas arrivée. Vérifiez votre connexion et réessayez.',
  notFoundTitle: 'Il n’y a rien ici',
  notFound: 'Cette adresse n’existe pas.',
}
