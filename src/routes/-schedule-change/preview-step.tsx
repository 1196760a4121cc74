import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StudyGroup, TransferPreview } from '#contract/learning/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, transferPreviewQuery } from '#src/api/schedule.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { dayRangeText } from '#src/domain/date-range-text.ts'
import { previewItemsOf } from '#src/domain/transfer-preview.ts'
import { weekOf } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { ScheduleConflicts } from '#src/routes/-flow/steps/schedule-conflicts.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { WeekComparison } from '#src/ui/calendar/week-comparison.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { TransferFacts } from './group-facts.tsx'
import type { StepProps } from './step-props.ts'
import { useChildName } from './use-child-name.ts'

/** Step 4: compares the week before and after, and lists everything that the transfer changes. */
export function PreviewStep({ flow }: StepProps) {
  const { contract = '', group = '' } = flow.location
  const { data: present } = useQuery({
    ...groupsQuery(flow.roleGroup),
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
            <Conflicts preview={preview} flow={flow} />
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
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.roleGroup === 'parent' })
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

/** Conflicts of the new group until its end. */
function Conflicts({ preview: { conflicts }, flow }: StepProps & { preview: TransferPreview }) {
  const nameOf = useChildName(flow.roleGroup)
  if (conflicts.length > 0) return <ScheduleConflicts conflicts={conflicts} nameOf={nameOf} />
  return <Notice tone="success" title={<Trans>Новая группа ничему в расписании не мешает</Trans>} />
}
