import { type ReactNode, useId } from 'react'

/** Cards that belong together, side by side where there is room; their titles are of level 3. */
export function ProfileSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-base text-xl">
        {title}
      </h2>
      <div className="grid items-start gap-lg lg:grid-cols-2">{children}</div>
    </section>
  )
}
