import { type ReactNode, useId } from 'react'

type ProfileSectionProps = { title: ReactNode; left: ReactNode; right: ReactNode }

/**
 * A section of cards, whose titles have level 3, in two independent columns on wide
 * screens.
 */
export function ProfileSection({ title, left, right }: ProfileSectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-base text-xl">
        {title}
      </h2>
      <div className="grid items-start gap-lg lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-lg empty:hidden">{left}</div>
        <div className="flex min-w-0 flex-col gap-lg empty:hidden">{right}</div>
      </div>
    </section>
  )
}
