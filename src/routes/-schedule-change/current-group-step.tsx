import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { GroupTransfer, GroupWaitingList, StudyGroup } from '#contract/learning/schedule.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, groupTransfersQuery, groupWaitingListsQuery } from '#src/api/schedule.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { transferObstacleLabels } from '#src/i18n/transfer-labels.ts'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { TransferGroupFacts } from './group-facts.tsx'
import { PendingTransfer, TransferWaitingList } from './pending-transfer.tsx'
import type { StepProps, TransferFlow } from './step-props.ts'

/** Step 1: selects a current group. */
export function CurrentGroupStep({ flow }: StepProps) {
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: flow.roleGroup === 'parent' })
  const { data: transfers = [] } = useQuery(groupTransfersQuery())
  const { data: waitingLists = [] } = useQuery(groupWaitingListsQuery())
  const nameOf = new Map(children.length > 1 ? children.map(({ uuid, firstName }) => [uuid, firstName]) : [])
  return (
    <FlowStep
      flow={flow}
      title={<Trans>Какую группу сменить?</Trans>}
      lead={<Trans>Сначала мы покажем новую неделю, и только потом спросим, менять ли группу.</Trans>}
    >
      <QueryBoundary
        query={groupsQuery(flow.roleGroup)}
        skeleton={<SkeletonCards />}
        isEmpty={(groups) => groups.length === 0}
        empty={<NoGroups />}
      >
        {(groups) =>
          [...Map.groupBy(groups, ({ studentUuid }) => studentUuid)].map(([student, own]) => (
            <div key={student} className="flex flex-col gap-sm">
              {nameOf.has(student) && <h3 className="text-lg">{nameOf.get(student)}</h3>}
              <ul className="grid gap-base lg:grid-cols-2">
                {own.map((group) => (
                  <CurrentGroupCard
                    key={group.contractUuid}
                    flow={flow}
                    group={group}
                    level={nameOf.has(student) ? 4 : 3}
                    transfer={transfers.find(
                      ({ contractUuid, state }) => contractUuid === group.contractUuid && state === 'coming',
                    )}
                    waitingLists={waitingLists.filter(({ contractUuid }) => contractUuid === group.contractUuid)}
                  />
                ))}
              </ul>
            </div>
          ))
        }
      </QueryBoundary>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function NoGroups() {
  return (
    <EmptyCard
      icon="switch"
      title={<Trans>Менять пока нечего</Trans>}
      action={
        <ButtonLink to="/catalog">
          <Trans>Выбрать курс в каталоге</Trans>
        </ButtonLink>
      }
    >
      <Trans>Здесь появятся группы, в которых идут занятия по договорам этого учебного года.</Trans>
    </EmptyCard>
  )
}

type CurrentGroupCardProps = {
  flow: TransferFlow
  group: StudyGroup
  level: 3 | 4
  transfer: GroupTransfer | undefined
  waitingLists: readonly GroupWaitingList[]
}

/** A current group: facts, obstacle or transfer button, pending transfer and waiting lists. */
function CurrentGroupCard({ flow, group, level, transfer, waitingLists }: CurrentGroupCardProps) {
  const { t } = useLingui()
  const Heading = `h${level}` as const
  const { contractUuid: contract, title, subject, territories, canChange } = group
  const [only, ...others] = territories
  const choose = () =>
    flow.send(
      only !== undefined && others.length === 0
        ? { type: 'territory.choose', contract, territory: only.uuid }
        : { type: 'contract.choose', contract },
    )
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div>
          <Heading className="text-lg font-strong">{subject}</Heading>
          <p className="text-ink-muted">{title}</p>
        </div>
        <TransferGroupFacts group={group} />
        {transfer && <PendingTransfer transfer={transfer} flow={flow} />}
        {waitingLists.map((waitingList) => (
          <TransferWaitingList key={waitingList.groupUuid} waitingList={waitingList} flow={flow} canTake={canChange} />
        ))}
        <div className="mt-auto">
          {canChange ? (
            <Button disabled={flow.isBusy} aria-label={t`Сменить группу: ${subject}, ${title}`} onClick={choose}>
              <Trans>Сменить</Trans>
            </Button>
          ) : (
            <TransferObstacle group={group} />
          )}
        </div>
      </div>
    </Card>
  )
}

function TransferObstacle({ group: { reason, contractUuid } }: { group: StudyGroup }) {
  const { i18n } = useLingui()
  const isOfContract =
    reason !== 'transfer-under-way' && reason !== 'transferred-this-month' && reason !== 'no-other-group'
  return (
    <p className="flex gap-xs text-sm text-ink-muted">
      <Icon name="info" />
      <span>
        {i18n._(labelOf(transferObstacleLabels, reason ?? ''))}{' '}
        {isOfContract && (
          <ScreenLink to="/contracts-and-payments/$id" params={{ id: contractUuid }}>
            <Trans>Открыть договор</Trans>
          </ScreenLink>
        )}
      </span>
    </p>
  )
}
