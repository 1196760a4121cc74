import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { attentionKinds } from '#contract/enumerations.ts'
import type { Attention, ProgressOverview } from '#contract/learning/progress.ts'
import type { Child } from '#contract/schemas.ts'
import { lookUp, separator } from '#src/i18n/labels.ts'
import { formatPercent } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ShowMore } from '#src/ui/data/disclosure.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { type Appearance, toneSurfaces } from '#src/ui/tone.ts'

const initialCount = 6

type ChildProgress = { child: Child; progress: ProgressOverview }

/** What needs attention over all children, the most urgent first, then the children who need none. */
export function AttentionList({ people }: { people: readonly ChildProgress[] }) {
  const { t } = useLingui()
  const [isExpanded, setExpanded] = useState(false)
  const all = byUrgency(people)
  const shown = isExpanded ? all : all.slice(0, initialCount)
  const calm = people.filter(
    ({ progress: { attention, groups } }) => attention.length === 0 && groups.some(({ months }) => months.length > 0),
  )
  return (
    <section>
      <h2 className="mb-base text-xl">
        <Trans>Что требует внимания</Trans>
      </h2>
      {all.length === 0 ? (
        <Notice tone="success" title={<Trans>Всё идёт своим чередом</Trans>}>
          <Trans>Нет ни просроченных заданий, ни пропусков подряд, ни тестов хуже обычного.</Trans>
        </Notice>
      ) : (
        <Card padding="flush">
          <ul className="divide-y divide-line-soft">
            {shown.map(({ child, attention, subject }) => (
              <li key={`${child.uuid} ${attention.groupId} ${attention.kind}`}>
                <AttentionRow child={child} attention={attention} subject={subject} />
              </li>
            ))}
            {calm.map(({ child: { uuid, firstName } }) => (
              <li key={uuid} className="flex items-center gap-sm px-base py-sm md:px-lg">
                <RowIcon tone="success" icon="check" />
                <p className="font-medium">
                  <Trans>{firstName}: всё идёт своим чередом</Trans>
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {shown.length < all.length && (
        <ShowMore
          status={
            <Plural
              value={all.length - shown.length}
              one="Ещё # повод"
              few="Ещё # повода"
              many="Ещё # поводов"
              other="Ещё # повода"
            />
          }
          label={t`Показать все`}
          onMore={() => setExpanded(true)}
        />
      )}
    </section>
  )
}

/** Items of one child are sorted by the server; across children the kind is compared first. */
function byUrgency(people: readonly ChildProgress[]) {
  const rank = ({ kind }: Attention) => (attentionKinds as readonly string[]).indexOf(kind)
  return people
    .flatMap(({ child, progress: { attention, groups } }) =>
      attention.map((each) => ({
        child,
        attention: each,
        subject: groups.find(({ groupId }) => groupId === each.groupId)?.subject ?? '',
      })),
    )
    .sort((one, other) => rank(one.attention) - rank(other.attention))
}

const appearances: Record<Attention['kind'], Appearance> = {
  'absences-in-a-row': { tone: 'warning', icon: 'calendar' },
  'homework-overdue': { tone: 'error', icon: 'schedule-self-study' },
  'test-below-usual': { tone: 'info', icon: 'exam' },
}

type AttentionRowProps = { child: Child; attention: Attention; subject: string }

function AttentionRow({ child, attention, subject }: AttentionRowProps) {
  const dates = useDates()
  const { kind, groupId, lessonUuid, date, topic } = attention
  const { tone, icon } = lookUp<Appearance>(appearances, kind, { tone: 'neutral', icon: 'info' })
  const way =
    kind === 'homework-overdue'
      ? ({
          to: '/progress',
          search: { child: child.uuid, group: groupId, only: 'notable', lesson: lessonUuid },
        } as const)
      : ({ to: '/progress', search: { child: child.uuid, group: groupId } } as const)
  return (
    <Link
      {...way}
      className="flex items-center gap-sm px-base py-sm hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <RowIcon tone={tone} icon={icon} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {child.firstName}: <Reason attention={attention} />
        </span>
        <span className="block text-sm text-ink-muted">
          {[subject, dates.day(date)].filter(Boolean).join(separator)}
          {topic && (
            <>
              {separator}
              <SchoolText>{topic}</SchoolText>
            </>
          )}
        </span>
      </span>
      <span className="text-ink-muted">
        <Icon name="arrow-right" />
      </span>
    </Link>
  )
}

function RowIcon({ tone, icon }: Appearance) {
  return (
    <span
      className={classNames(
        'inline-flex size-control shrink-0 items-center justify-center rounded-full',
        toneSurfaces[tone],
      )}
    >
      <Icon name={icon} />
    </span>
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
        one="просрочено # домашнее задание"
        few="просрочены # домашних задания"
        many="просрочено # домашних заданий"
        other="просрочено # домашнего задания"
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
