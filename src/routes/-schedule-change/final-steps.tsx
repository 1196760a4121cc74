import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { GroupTransfer, StudyGroup } from '#contract/learning/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, groupTransfersQuery, transferPreviewQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { TransferFacts } from './group-facts.tsx'
import { PendingTransfer } from './pending-transfer.tsx'
import type { StepProps } from './step-props.ts'

/** Step 5: asks for confirmation and transfers. */
export function ConfirmationStep({ flow }: StepProps) {
  const { contract = '', group = '' } = flow.location
  const dates = useDates()
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.roleGroup === 'parent' })
  const { data: present } = useQuery({
    ...groupsQuery(flow.roleGroup),
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
          onClick={() => flow.send({ type: 'transfer.confirm' })}
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

/** Result: the latest transfer of the contract, with a link to the new week. */
export function DoneStep({ flow }: StepProps) {
  const { contract = '' } = flow.location
  return (
    <QueryBoundary query={groupTransfersQuery()} skeleton={<SkeletonBlock />}>
      {(transfers) => {
        const transfer = transfers.find(({ contractUuid }) => contractUuid === contract)
        return transfer && <TransferResult transfer={transfer} flow={flow} />
      }}
    </QueryBoundary>
  )
}

function TransferResult({ transfer, flow }: StepProps & { transfer: GroupTransfer }) {
  const dates = useDates()
  const { effectiveFrom, firstLessonAt, from, to, studentUuid, contractUuid, state } = transfer
  const day = dates.weekday(firstLessonAt === null ? effectiveFrom : dates.dayOf(firstLessonAt))
  const isWithdrawn = state === 'withdrawn'
  return (
    <FlowStep flow={flow} title={isWithdrawn ? <Trans>Смена группы отозвана</Trans> : <Trans>Группа сменена</Trans>}>
      <EmptyCard
        icon={isWithdrawn ? 'switch' : 'check'}
        tone={isWithdrawn ? 'accent' : 'success'}
        title={
          isWithdrawn ? (
            <Trans>Группа осталась прежней: {from.title}</Trans>
          ) : (
            <Trans>
              Первое занятие в группе «{to.title}»: {day}
            </Trans>
          )
        }
        action={
          <ButtonLink
            to="/schedule"
            search={{
              view: 'week',
              date: effectiveFrom,
              ...(flow.roleGroup === 'parent' && { filter: { child: studentUuid } }),
            }}
            variant="primary"
          >
            {isWithdrawn ? <Trans>Посмотреть расписание</Trans> : <Trans>Посмотреть новую неделю</Trans>}
          </ButtonLink>
        }
      >
        {!isWithdrawn && <Trans>До этого дня занятия идут в группе «{from.title}».</Trans>}
      </EmptyCard>
      {state === 'coming' && <PendingTransfer transfer={transfer} flow={flow} />}
      <p className="flex flex-wrap gap-x-lg gap-y-xs">
        <ScreenLink to="/contracts-and-payments/$id" params={{ id: contractUuid }}>
          <Trans>Открыть договор</Trans>
        </ScreenLink>
        <ScreenLink to="/change-schedule">
          <Trans>Сменить ещё одну группу</Trans>
        </ScreenLink>
      </p>
    </FlowStep>
  )
}
