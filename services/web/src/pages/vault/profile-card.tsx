import type { OpenedProfile } from '@countersign/device'
import { Avatar } from '@countersign/ui/avatar.tsx'
import { namesOf } from '../signed-in/names-of.ts'

/** The owner of the vault: picture, name and address. */
export function ProfileCard({ profile }: { profile: OpenedProfile }) {
  const { name, login } = namesOf(profile)
  const { picture, email = '' } = profile.values
  const [title, ...others] = new Set([name, email, login].filter((each) => each !== ''))
  if (title === undefined) return null
  return (
    <section class="card vault-profile">
      <Avatar name={title} picture={picture} isLarge />
      <div>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {others.map((each) => (
          <p key={each} class="fine">
            <bdi>{each}</bdi>
          </p>
        ))}
      </div>
    </section>
  )
}
