import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Course } from '#contract/catalog.ts'
import { lessonFormatIcons } from '#src/domain/item-kind.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PlacesBadge } from '#src/routes/-shell/labels/places-badge.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** One course of the catalog. The only link covers the whole card. */
export function CourseCard({ course }: { course: Course }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { uuid, title, subject, grades, formats, description, priceFrom, nextStartOn, placesLeft } = course
  const price = formatMoney(priceFrom, i18n.locale)
  const start = nextStartOn && dates.day(nextStartOn)
  return (
    <article className="group relative flex h-full flex-col gap-xs rounded-lg border border-line-soft bg-surface p-base transition-shadow hover:shadow-raised md:p-lg">
      <div className="flex flex-wrap items-center justify-between gap-xs">
        <Badge>{subject}</Badge>
        <PlacesBadge left={placesLeft} />
      </div>
      <h2 className="text-lg">
        <Link
          to="/catalog/$id"
          params={{ id: uuid }}
          className="rounded-xs transition-colors group-hover:text-ink-link after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {title}
        </Link>
      </h2>
      <p className="line-clamp-2 text-ink-muted">{description}</p>
      <ul className="flex flex-wrap gap-x-base gap-y-xxs text-sm text-ink-muted">
        <li className="tabular-nums">
          <GradeRange grades={grades} />
        </li>
        {formats.map((format) => (
          <li key={format} className="flex items-center gap-xxs">
            <Icon name={lookUp(lessonFormatIcons, format, 'catalog')} size={16} />
            {i18n._(labelOf(lessonFormatLabels, format))}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-base gap-y-xxs pt-sm">
        <p className="text-lg font-strong tabular-nums">
          <Trans>от {price}</Trans>
        </p>
        <p className="text-sm text-ink-muted">
          {start === null ? <Trans>Занятия уже идут</Trans> : <Trans>Ближайшее начало {start}</Trans>}
        </p>
      </div>
    </article>
  )
}
