import { useFullText } from '../../messages/use-text.tsx'

/** How far along the sign-up is. */
export function SignUpStep({ number }: { number: 1 | 2 }) {
  const text = useFullText()
  return <p class="step">{text.signUp.step(number)}</p>
}
