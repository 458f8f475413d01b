import type { EntryText } from '../messages.ts'

export const common: EntryText['common'] = {
  tryAgain: 'Réessayer',
  cancel: 'Annuler',
  close: 'Fermer',
  signOut: 'Se déconnecter',
  home: 'Aller à votre coffre-fort',
  start: 'Aller à la page d’accueil',
  show: 'Afficher',
  hide: 'Masquer',
  required: 'Nécessaire',
  loading: 'Chargement…',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  next: 'Continuer',
  back: 'Retour',
  download: 'Télécharger',
  earlier: 'Afficher les entrées précédentes',
  language: 'Langue',
  support: 'Aide et contact',
  navigation: 'Votre compte',
  quote: (words) => `« ${words} »`,

  pages: {
    home: 'Données',
    apps: 'Applications',
    activity: 'Activité',
    methods: 'Moyens de connexion',
    sessions: 'Appareils',
    account: 'Compte',
  },

  claims: {
    name: 'Nom complet',
    given_name: 'Prénom',
    family_name: 'Nom de famille',
    nickname: 'Surnom',
    email: 'Adresse e-mail',
    phone: 'Numéro de téléphone',
    address: 'Adresse postale',
    birthdate: 'Date de naissance',
    locale: 'Langue',
    picture: 'Photo',
  },
  claimHints: {
    phone: 'Avec l’indicatif du pays, par exemple +33 6 12 34 56 78.',
    locale: 'Sous forme de code de langue, par exemple fr, fr-CH ou pt-BR.',
    picture: 'L’adresse web d’une image.',
  },
  scopes: {
    openid: {
      title: 'Vous connecter',
      description:
        'Un identifiant qui indique à l’application que c’est de nouveau vous. Il ne contient aucune de vos données.',
    },
    email: { title: 'Adresse e-mail', description: 'Votre adresse e-mail.' },
    profile: { title: 'Profil', description: 'Votre nom, votre photo, votre date de naissance et votre langue.' },
    phone: { title: 'Numéro de téléphone', description: 'Votre numéro de téléphone.' },
    address: { title: 'Adresse postale', description: 'Votre adresse postale.' },
  },
}
