import type { RestText } from '../messages.ts'

export const recovery: RestText['recovery'] = {
  title: 'Guarde su clave de recuperación',
  lead: 'Si olvida su contraseña, esta clave es la única forma de volver a su caja fuerte. Anótela, imprímala o guárdela en un gestor de contraseñas. Solo se muestra ahora.',
  label: 'Clave de recuperación',
  copy: 'Copiar',
  copied: 'Copiada',
  copyFailed: 'No se pudo copiar. Por favor, anote la clave.',
  print: 'Imprimir',
  download: 'Descargar',
  fileName: 'clave-de-recuperacion.txt',
  fileText: (name, login, key) =>
    `${name}: clave de recuperación\n\nNombre de acceso: ${login}\nClave de recuperación: ${key}\n\nQuien tenga esta clave puede abrir la caja fuerte. Guárdela donde guarda sus documentos importantes.\n`,
  next: 'Ya la he guardado',
  confirmTitle: '¿La ha guardado?',
  confirmLead: 'Escriba dos de los nueve grupos de su copia, para que ambos sepamos que se puede leer.',
  group: (number) => `Grupo ${number}`,
  groupHint: '4 caracteres',
  groupWrong: 'Eso no es lo que su clave tiene ahí. Vuelva a mirar su copia.',
  back: 'Mostrar la clave de nuevo',
  submit: 'Crear la cuenta',
  busy: 'Creando su cuenta…',
  loginTaken: 'Este nombre de acceso ya está en uso. Elija otro; su clave de recuperación sigue siendo la misma.',
  newLogin: 'Otro nombre de acceso',
}
