import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('es')

export const account: RestText['account'] = {
  title: 'Su cuenta',
  lead: 'Lléveselo todo, tráigalo de vuelta o márchese.',
  busy: 'Un momento…',
  saved: 'Se guardó el archivo.',
  languageLead: 'De estas páginas, en este dispositivo.',
  export: 'Llévese sus datos',
  plain: 'Copia legible',
  plainHint: 'Texto normal, para usted o para otro servicio. Sin cifrar.',
  plainTitle: '¿Guardarla sin cerrar?',
  plainMessage:
    'El archivo no está cifrado. Quien pueda abrir este dispositivo, o una copia de seguridad, puede leer todo su contenido.',
  plainSubmit: 'Guardar copia legible',
  sealed: 'Copia cerrada',
  sealedHint: 'Tal como la guarda el servicio. Su clave de recuperación la abre, también sin nosotros.',
  held: 'Lo que el servicio tiene sobre usted',
  heldHint: 'Horas, redes y formas de iniciar sesión. No conoce ningún contenido.',
  import: 'Traer datos',
  importLead: 'De una copia legible o cerrada. Verá lo que añadiría antes de que cambie nada.',
  file: 'Elegir un archivo',
  notACopy: 'Este archivo no es una copia de una caja fuerte. Elija otro.',
  copyKey: 'Clave de recuperación de esa copia',
  wrongKey: 'Esta clave no abre esa copia.',
  look: 'Mirar dentro',
  madeOn: (date) => `Creada el ${date}.`,
  adds: (count) => plural(count, { one: 'Añade 1 entrada.', other: (number) => `Añade ${number} entradas.` }),
  addsNothing: 'No añade nada: todo lo que contiene ya está en su caja fuerte.',
  already: (count) => plural(count, { one: '1 entrada ya está.', other: (number) => `${number} entradas ya están.` }),
  commit: 'Añadir a mi caja fuerte',
  imported: (count) =>
    plural(count, {
      one: 'Se añadió 1 entrada a su caja fuerte.',
      other: (number) => `Se añadieron ${number} entradas a su caja fuerte.`,
    }),
  delete: 'Eliminar su cuenta',
  deleteHint: 'Se borra todo, para siempre.',
  deleteNext: 'Eliminar mi cuenta…',
  deleteTitle: '¿Eliminar su cuenta?',
  deletePoints: [
    'Su caja fuerte y todo lo que contiene se borra. Nadie puede recuperarla, ni siquiera con su clave de recuperación.',
    'Las aplicaciones pierden el acceso. Lo que compartió antes con ellas se queda con ellas: pídales que lo borren.',
    'Quizá quiera guardar antes una copia.',
  ],
  deleteWord: 'eliminar',
  deleteType: (word) => `Escriba «${word}» para confirmar`,
  deleteWrong: (word) => `Escriba la palabra «${word}».`,
  deleteSubmit: 'Eliminar todo ahora',
  deleteBusy: 'Eliminando…',
  keep: 'Conservar mi cuenta',
  deletedTitle: 'Su cuenta se ha eliminado',
  deleted:
    'Su caja fuerte se borró y las aplicaciones pierden el acceso. Puede quitar de sus dispositivos las llaves de acceso de este servicio.',
}
