import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StudyGroup, TransferPreview } from '#contract/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, type ScheduleGroup, transferPreviewQuery } from '#src/api/schedule.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { previewItemsOf, type ResolvedConflict, resolveConflicts } from '#src/domain/transfer-preview.ts'
import { weekOf } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FlowStep } from '#src/routes/-shell/flow/flow-step.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { WeekComparison } from '#src/ui/calendar/week-comparison.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { TransferFacts } from './group-facts.tsx'
import type { StepProps } from './page.tsx'

/** Step 4: compares the week before and after, and lists everything that the transfer changes. */
export function PreviewStep({ flow }: StepProps) {
  const { contract = '', group = '' } = flow.place
  const { data: present } = useQuery({
    ...groupsQuery(flow.family),
    select: (groups: StudyGroup[]) => groups.find(({ contractUuid }) => contractUuid === contract),
  })
  return (
    <FlowStep
      flow={flow}
      back
      title={<Trans>Неделя до и после</Trans>}
      lead={<Trans>Так будет выглядеть первая неделя с новой группой. Пока ничего не изменилось.</Trans>}
      next={
        <Button variant="primary" disabled={flow.isBusy} onClick={() => flow.send({ type: 'preview.accept' })}>
          <Trans>Подходит, дальше</Trans>
        </Button>
      }
    >
      <QueryBoundary
        query={transferPreviewQuery({ contractUuid: contract, groupUuid: group })}
        skeleton={<SkeletonBlock size="large" />}
      >
        {(preview) => (
          <>
            <TransferFacts preview={preview} present={present} />
            <Conflicts preview={preview} family={flow.family} />
            <WeekPreview preview={preview} flow={flow} />
          </>
        )}
      </QueryBoundary>
    </FlowStep>
  )
}

function WeekPreview({ preview, flow }: StepProps & { preview: TransferPreview }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.family === 'parent' })
  const tags = childTagsOf(children.length > 1 ? children : [])
  const { from, to } = preview.week
  const days = weekOf(from).map((day) => ({
    day,
    number: String(Number(day.slice(8))),
    weekday: dates.weekdayShort(day),
    name: dates.weekday(day),
  }))
  return (
    <WeekComparison
      label={t`Неделя ${dayRangeText(from, to, i18n.locale)}`}
      days={days}
      items={previewItemsOf(preview, { dates, i18n, tags })}
      listLabel={t`Та же неделя списком`}
      changeLabels={{ comes: t`добавится`, leaves: t`уйдёт`, stays: t`останется` }}
      formatHour={(hour) => `${String(hour).padStart(2, '0')}:00`}
    />
  )
}

/** Schedule conflicts of the new group in the first week and the next four. */
function Conflicts({ preview, family }: { preview: TransferPreview; family: ScheduleGroup }) {
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: family === 'parent' })
  const conflicts = resolveConflicts(preview)
  const count = conflicts.length
  const nameOf = (student: string) => children.find(({ uuid }) => uuid === student)?.firstName ?? ''
  if (count === 0) {
    return (
      <Notice
        tone="success"
        title={<Trans>Новая группа ничему не мешает: ни в первую неделю, ни в четыре следующие</Trans>}
      />
    )
  }
  return (
    <Notice
      tone="warning"
      title={
        <Plural
          value={count}
          one="Обратите внимание: # совпадение"
          few="Обратите внимание: # совпадения"
          many="Обратите внимание: # совпадений"
          other="Обратите внимание: # совпадения"
        />
      }
    >
      <ul className="mt-xs flex list-disc flex-col gap-xxs pl-md">
        {conflicts.map((conflict) => (
          <li
            className="first-letter:uppercase"
            key={`${conflict.kind} ${conflict.itemUuid} ${conflict.otherUuid} ${conflict.other.studentUuid}`}
          >
            <ConflictText conflict={conflict} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type ConflictTextProps = { conflict: ResolvedConflict; nameOf: (student: string) => string }

function ConflictText({ conflict: { kind, item, other, minutesBetween }, nameOf }: ConflictTextProps) {
  const dates = useDates()
  const day = dates.weekday(dates.dayOf(item.startsAt))
  const [starts, otherStarts] = [dates.time(item.startsAt), dates.time(other.startsAt)]
  const title = other.subject ?? other.title
  const [place, otherPlace] = [item.territory?.title ?? item.place, other.territory?.title ?? other.place]
  const [child, otherChild] = [nameOf(item.studentUuid), nameOf(other.studentUuid)]
  switch (kind) {
    case 'overlap':
      return (
        <Trans>
          {day}: новая группа в {starts}, а в {otherStarts} уже есть «{title}»
        </Trans>
      )
    case 'too-far':
      return (
        <Trans>
          {day}: между новой группой ({starts}, {place}) и «{title}» ({otherStarts}, {otherPlace}) всего{' '}
          <Plural value={minutesBetween} one="# минута" few="# минуты" many="# минут" other="# минуты" /> на дорогу
        </Trans>
      )
    case 'children-apart':
      return (
        <Trans>
          {day}: дети в одно время в разных концах города. {child}: {place}, {starts}; {otherChild}: {otherPlace},{' '}
          {otherStarts}
        </Trans>
      )
  }
}
