import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('es')

export const vault: RestText['vault'] = {
  title: 'Su caja fuerte',
  lead: 'Lo que las aplicaciones pueden pedirle. Todo es opcional, se cifra en este dispositivo y solo se comparte cuando usted lo aprueba.',
  firstUse: (when, device) =>
    `Primera vez en este dispositivo. El último cambio de su caja fuerte fue el ${when}, con ${device}. Si no es correcto, cierre la sesión y avísenos.`,
  saved: 'Guardado en su caja fuerte.',
  savedWithConflicts: (count) =>
    plural(count, {
      one: 'Guardado. Otro dispositivo cambió 1 entrada al mismo tiempo; queda el texto más reciente y el otro se conservó como copia.',
      other: (number) =>
        `Guardado. Otro dispositivo cambió ${number} entradas al mismo tiempo; quedan los textos más recientes y los otros se conservaron como copias.`,
    }),
  unsaved: (count) =>
    plural(count, { one: '1 cambio sin guardar', other: (number) => `${number} cambios sin guardar` }),
  upToDate: 'Todo está guardado.',
  discard: 'Descartar',
  groups: { person: 'Sobre usted', contact: 'Cómo contactar con usted', other: 'Otros datos' },
  emptyTitle: 'Su caja fuerte está vacía',
  empty: 'Rellene lo que quiera, ahora o cuando una aplicación lo pida. Nada de esto se comparte por sí solo.',
  room: (count) =>
    plural(count, {
      one: 'Su caja fuerte está casi llena: queda sitio para 1 entrada más.',
      other: (number) => `Su caja fuerte está casi llena: queda sitio para ${number} entradas más.`,
    }),
  addAnother: 'Añadir otro valor',
  label: (number) => `Etiqueta ${number}`,
  offerFirst: 'Ofrecer primero',
  remove: 'Quitar',
  removed: 'se quitará al guardar.',
  undo: 'Deshacer',
  undone: 'Deshecho. Su caja fuerte está como antes.',
  elsewhere: (value) =>
    `Mientras tanto se cambió en otro dispositivo o pestaña: «${value}». Si guarda, lo que ha escrito se conserva al lado.`,
  takeMine: 'Sustituirlo por lo que he escrito',
  conflictTitle: (claim) => `${claim}: ¿cuál vale?`,
  conflict:
    'Dos dispositivos cambiaron esto a la vez. Ambos textos se conservan hasta que usted elija; solo se comparte el primero.',
  inVault: 'En su caja fuerte',
  setAside: 'Apartado',
  gone: 'Quitado',
  keepPresent: 'Conservar el de la caja fuerte',
  keepRemoved: 'Dejarlo quitado',
  keepAside: 'Usar el apartado',
  keepBoth: 'Conservar ambos',
  leaveTitle: '¿Guardar antes los cambios?',
  leave: 'Su caja fuerte tiene cambios sin guardar.',
  leaveSave: 'Guardar y cerrar sesión',
  leaveDiscard: 'Cerrar sesión sin guardar',
}
