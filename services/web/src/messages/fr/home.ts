import type { RestText } from '../messages.ts'

export const home: RestText['home'] = {
  title: 'Vos données, à vos conditions',
  lead: (name) =>
    `${name} garde votre profil dans un coffre-fort que seuls vos appareils peuvent ouvrir. Une application qui le demande voit exactement ce que vous acceptez, et rien d’autre.`,
  signIn: 'Se connecter',
  signUp: 'Créer un compte',
  points: [
    [
      'Vous seul pouvez l’ouvrir',
      'Votre coffre-fort est chiffré sur cet appareil. Nous le gardons et ne pouvons pas le lire.',
    ],
    [
      'Vous voyez ce qui sort',
      'Avant qu’une application reçoive quoi que ce soit, vous voyez les valeurs exactes et choisissez.',
    ],
    ['Vous décidez à chaque fois', 'Dire non est aussi facile que dire oui. Rien n’est partagé dans votre dos.'],
  ],
}
