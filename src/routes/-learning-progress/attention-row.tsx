import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Attention } from '#contract/learning.ts'
import type { Child } from '#contract/shapes.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { formatPercent } from '#src/i18n/percent.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { type Look, tinted } from '#src/ui/tone.ts'

const looks: Record<Attention['kind'], Look> = {
  'absences-in-a-row': { tone: 'error', icon: 'calendar' },
  'homework-overdue': { tone: 'warning', icon: 'schedule-self-study' },
  'test-below-usual': { tone: 'info', icon: 'exam' },
}

type AttentionRowProps = { child: Child; attention: Attention; subject: string }

/** One reason for attention: what it is, whose, in what, and the way to it. */
export function AttentionRow({ child, attention, subject }: AttentionRowProps) {
  const dates = useDates()
  const { kind, groupId, lessonUuid, date, topic } = attention
  const { tone, icon } = known<Look>(looks, kind, { tone: 'neutral', icon: 'info' })
  // What can be handed in is found in its lesson; the rest is understood beside what was before.
  const way =
    kind === 'homework-overdue'
      ? ({ to: '/schedule', search: { view: 'week', date, item: lessonUuid } } as const)
      : ({ to: '/progress', search: { child: child.uuid, group: groupId } } as const)
  return (
    <Link
      {...way}
      className="flex items-center gap-sm px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span
        className={classes('inline-flex size-control shrink-0 items-center justify-center rounded-full', tinted[tone])}
      >
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {child.firstName}: <Reason attention={attention} />
        </span>
        <span className="block text-sm text-ink-muted">
          {[subject, dates.day(date), topic].filter(Boolean).join(separator)}
        </span>
      </span>
      <span className="text-ink-muted">
        <Icon name="arrow-right" />
      </span>
    </Link>
  )
}

function Reason({ attention: { kind, count, share, usualShare } }: { attention: Attention }) {
  const { i18n } = useLingui()
  const percent = (value: number | null) => formatPercent(value ?? 0, i18n.locale)
  if (kind === 'absences-in-a-row') {
    return (
      <Plural
        value={count ?? 0}
        one="# пропуск подряд"
        few="# пропуска подряд"
        many="# пропусков подряд"
        other="# пропуска подряд"
      />
    )
  }
  if (kind === 'homework-overdue') {
    return (
      <Plural
        value={count ?? 0}
        one="просрочена # домашняя работа"
        few="просрочены # домашние работы"
        many="просрочено # домашних работ"
        other="просрочено # домашней работы"
      />
    )
  }
  if (kind === 'test-below-usual') {
    return (
      <Trans>
        тест хуже обычного: {percent(share)} вместо {percent(usualShare)}
      </Trans>
    )
  }
  return <Trans>неизвестно</Trans>
}
