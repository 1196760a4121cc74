import { type ReactNode, useId } from 'react'

/** Cards that belong together, in two columns of about the same height where there is room; their titles are of level 3. */
export function ProfileSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-base text-xl">
        {title}
      </h2>
      <div className="gap-x-lg *:mb-lg *:break-inside-avoid lg:columns-2 *:last:mb-0">{children}</div>
    </section>
  )
}
