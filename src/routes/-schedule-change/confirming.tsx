import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StudyGroup } from '#contract/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, movePreviewQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { SkeletonBlock } from '#src/ui/skeleton.tsx'
import type { StepProps } from './flow.ts'
import { MoveFacts } from './move-facts.tsx'
import { StepFrame } from './step-frame.tsx'

/** The fifth step: says once more what is about to happen, and does it. */
export function Confirming({ flow }: StepProps) {
  const { contract = '', group = '' } = flow.place
  const dates = useDates()
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.family === 'parent' })
  const { data: present } = useQuery({
    ...groupsQuery(flow.family),
    select: (groups: StudyGroup[]) => groups.find(({ contractUuid }) => contractUuid === contract),
  })
  const preview = movePreviewQuery({ contractUuid: contract, groupUuid: group })
  const { data: { effectiveFrom } = {} } = useQuery(preview)
  const day = effectiveFrom && dates.day(effectiveFrom)
  const student = children.find(({ uuid }) => uuid === present?.studentUuid)?.firstName
  return (
    <StepFrame
      flow={flow}
      back
      title={<Trans>Сменить группу?</Trans>}
      lead={
        day && (
          <Trans>
            Договор и занятия перейдут в новую группу с {day}. До этого дня смену можно отозвать. Менять группу можно
            один раз в месяц.
          </Trans>
        )
      }
      next={
        <OwnButton
          variant="primary"
          busy={flow.isBusy}
          disabled={effectiveFrom === undefined}
          onClick={() => flow.send({ type: 'move.confirm' })}
        >
          <Trans>Сменить группу</Trans>
        </OwnButton>
      }
    >
      <Loaded query={preview} skeleton={<SkeletonBlock />}>
        {(loaded) => <MoveFacts preview={loaded} present={present} student={student} />}
      </Loaded>
      <OnlyThemselves />
    </StepFrame>
  )
}
