import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { StudyGroup } from '#contract/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, transferPreviewQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { FlowStep } from '#src/routes/-shell/flow/flow-step.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { TransferFacts } from './group-facts.tsx'
import type { StepProps } from './page.tsx'

/** Step 5: asks for confirmation and transfers. */
export function ConfirmationStep({ flow }: StepProps) {
  const { contract = '', group = '' } = flow.place
  const dates = useDates()
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.family === 'parent' })
  const { data: present } = useQuery({
    ...groupsQuery(flow.family),
    select: (groups: StudyGroup[]) => groups.find(({ contractUuid }) => contractUuid === contract),
  })
  const preview = transferPreviewQuery({ contractUuid: contract, groupUuid: group })
  const { data: { effectiveFrom } = {} } = useQuery(preview)
  const day = effectiveFrom && dates.day(effectiveFrom)
  const student = children.find(({ uuid }) => uuid === present?.studentUuid)?.firstName
  return (
    <FlowStep
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
        <AccountOwnerButton
          variant="primary"
          busy={flow.isBusy}
          disabled={effectiveFrom === undefined}
          onClick={() => flow.send({ type: 'move.confirm' })}
        >
          <Trans>Сменить группу</Trans>
        </AccountOwnerButton>
      }
    >
      <QueryBoundary query={preview} skeleton={<SkeletonBlock />}>
        {(loaded) => <TransferFacts preview={loaded} present={present} student={student} />}
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}
