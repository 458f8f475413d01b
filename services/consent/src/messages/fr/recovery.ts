import type { RestText } from '../messages.ts'

export const recovery: RestText['recovery'] = {
  title: 'Conservez votre clé de secours',
  lead: 'Si vous oubliez votre mot de passe, cette clé est le seul moyen de rouvrir votre coffre-fort. Notez-la, imprimez-la ou mettez-la dans un gestionnaire de mots de passe. Elle n’est affichée que maintenant.',
  label: 'Clé de secours',
  copy: 'Copier',
  copied: 'Copiée',
  copyFailed: 'La copie n’a pas fonctionné. Veuillez noter la clé.',
  print: 'Imprimer',
  download: 'Télécharger',
  fileName: 'cle-de-secours.txt',
  fileText: (name, login, key) =>
    `${name} : clé de secours\n\nIdentifiant : ${login}\nClé de secours : ${key}\n\nQuiconque possède cette clé peut ouvrir le coffre-fort. Gardez-la avec vos papiers importants.\n`,
  next: 'Je l’ai conservée',
  confirmTitle: 'L’avez-vous conservée ?',
  confirmLead: 'Saisissez deux des neuf groupes de votre copie, pour que nous sachions tous deux qu’elle est lisible.',
  group: (number) => `Groupe ${number}`,
  groupHint: '4 caractères',
  groupWrong: 'Ce n’est pas ce que votre clé contient à cet endroit. Vérifiez votre copie.',
  back: 'Afficher la clé de nouveau',
  submit: 'Créer le compte',
  busy: 'Création de votre compte…',
  loginTaken: 'Cet identifiant est déjà pris. Choisissez-en un autre ; votre clé de secours reste la même.',
  newLogin: 'Un autre identifiant',
}
