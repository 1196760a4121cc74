import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'

type ProfileSectionsProps = { menu: readonly { id: string; title: string }[]; children: ReactNode }

/** Sections of a profile in one column, on wide screens beside a menu of them. */
export function ProfileSections({ menu, children }: ProfileSectionsProps) {
  const { t } = useLingui()
  return (
    <div className="grid items-start gap-xl lg:grid-cols-[200px_minmax(0,760px)]">
      <nav
        aria-label={t`Разделы профиля`}
        className="sticky top-[calc(var(--sticky-top)+32px)] max-lg:hidden print:hidden"
      >
        <ul className="flex flex-col gap-half">
          {menu.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="-mx-xs flex min-h-control items-center rounded-lg px-xs text-ink-muted hover:bg-surface-hover hover:text-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col gap-xxl">{children}</div>
    </div>
  )
}

type ProfileSectionProps = {
  /** Fragment of the address that the menu of the sections links to. */
  id?: string
  title: ReactNode
  left: ReactNode
  right: ReactNode
  /** The cards are in two independent columns on wide screens. */
  isWide?: boolean
}

/** A section of cards, whose titles have level 3. */
export function ProfileSection({ id, title, left, right, isWide = false }: ProfileSectionProps) {
  const heading = useId()
  return (
    <section id={id} aria-labelledby={heading}>
      <h2 id={heading} className="mb-base text-xl">
        {title}
      </h2>
      <div className={isWide ? 'grid items-start gap-lg lg:grid-cols-2' : 'flex flex-col gap-base'}>
        <div className="flex min-w-0 flex-col gap-base empty:hidden">{left}</div>
        <div className="flex min-w-0 flex-col gap-base empty:hidden">{right}</div>
      </div>
    </section>
  )
}
