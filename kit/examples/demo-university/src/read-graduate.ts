import type { Graduate } from './issue-degree.ts'

/** Believes what was typed. */
export function readGraduate(form: URLSearchParams): Graduate {
  const read = (name: string) => (form.get(name) ?? '').slice(0, 80)
  return {
    given_name: read('given_name'),
    family_name: read('family_name'),
    degree: read('degree'),
    graduated_on: new Date().toISOString().slice(0, 10),
  }
}
