import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MovePreview, StudyGroup } from '#contract/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, movePreviewQuery } from '#src/api/schedule.ts'
import { weekOf } from '#src/i18n/calendar-days.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { tagsOf } from '#src/school/children.ts'
import { pictureItemsOf } from '#src/school/move-preview.ts'
import { daysWords } from '#src/school/when-words.ts'
import { Button } from '#src/ui/button.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import { WeekPicture } from '#src/ui/week-picture.tsx'
import { Conflicts } from './conflicts.tsx'
import type { StepProps } from './flow.ts'
import { MoveFacts } from './move-facts.tsx'
import { StepFrame } from './step-frame.tsx'

/** The fourth step: the week before and after in one picture, and all else that a move would change. */
export function Comparing({ flow }: StepProps) {
  const { contract = '', group = '' } = flow.place
  const { data: present } = useQuery({
    ...groupsQuery(flow.family),
    select: (groups: StudyGroup[]) => groups.find(({ contractUuid }) => contractUuid === contract),
  })
  return (
    <StepFrame
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
      <Loaded
        query={movePreviewQuery({ contractUuid: contract, groupUuid: group })}
        skeleton={<SkeletonBlock size="large" />}
      >
        {(preview) => (
          <>
            <MoveFacts preview={preview} present={present} />
            <Conflicts preview={preview} family={flow.family} />
            <Week preview={preview} flow={flow} />
          </>
        )}
      </Loaded>
    </StepFrame>
  )
}

function Week({ preview, flow }: StepProps & { preview: MovePreview }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.family === 'parent' })
  const tags = tagsOf(children.length > 1 ? children : [])
  const { from, to } = preview.week
  const days = weekOf(from).map((day) => ({
    day,
    number: String(Number(day.slice(8))),
    weekday: dates.weekdayShort(day),
    name: dates.weekday(day),
  }))
  return (
    <WeekPicture
      label={t`Неделя ${daysWords(from, to, i18n.locale)}`}
      days={days}
      items={pictureItemsOf(preview, { dates, i18n, tags })}
      listWords={t`Та же неделя списком`}
      sideWords={{ comes: t`добавится`, leaves: t`уйдёт`, stays: t`останется` }}
      hourWords={(hour) => `${String(hour).padStart(2, '0')}:00`}
    />
  )
}
