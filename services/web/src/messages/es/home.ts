import type { RestText } from '../messages.ts'

export const home: RestText['home'] = {
  title: 'Sus datos, según sus condiciones',
  lead: (name) =>
    `${name} guarda su perfil en una caja fuerte que solo sus dispositivos pueden abrir. Una aplicación que lo pide ve exactamente lo que usted aprueba, y nada más.`,
  signIn: 'Iniciar sesión',
  signUp: 'Crear una cuenta',
  points: [
    [
      'Solo usted puede abrirla',
      'Su caja fuerte se cifra en este dispositivo. Nosotros la guardamos y no podemos leerla.',
    ],
    ['Usted ve lo que sale', 'Antes de que una aplicación reciba algo, usted ve los datos exactos y elige.'],
    ['Usted decide cada vez', 'Decir no es tan fácil como decir sí. Nada se comparte a sus espaldas.'],
  ],
}
