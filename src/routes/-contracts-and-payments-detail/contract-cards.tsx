import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Contract, ContractHistory } from '#contract/enrolment/contracts.ts'
import type { GroupTransfer } from '#contract/learning/schedule.ts'
import { screens } from '#contract/screens.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { groupsQuery, groupTransfersQuery, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { transferObstacleLabels } from '#src/i18n/transfer-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SignatureList } from '#src/routes/-flow/documents/signature-list.tsx'
import { ButtonLink, ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useServesRoleGroup, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { DescriptionList, List, ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { optionalHistoryQuery } from './contract-timeline.tsx'

const route = getRouteApi('/contracts-and-payments/$id')
type ContractDocument = ContractHistory['documents'][number]

/** Contract and tax certificates; the bills are in the payment schedule. */
export function ContractDocuments({ contract }: { contract: Contract }) {
  const { t } = useLingui()
  return (
    <Card title={t`Документы`}>
      <QueryBoundary
        query={optionalHistoryQuery(contract.uuid)}
        skeleton={<SkeletonLine width="full" height="control" />}
      >
        {({ documents, agreement, signatures }) => (
          <>
            <List>
              {documents.map((paper) => (
                <DocumentRow
                  key={`${paper.kind} ${paper.paymentUuid} ${paper.year}`}
                  paper={paper}
                  contract={contract}
                />
              ))}
            </List>
            {agreement && <AgreementDetails agreement={agreement} signatures={signatures} />}
          </>
        )}
      </QueryBoundary>
    </Card>
  )
}

function DocumentRow({ paper: { kind, year, createdAt }, contract }: { paper: ContractDocument; contract: Contract }) {
  const dates = useDates()
  const day = createdAt && dates.dayWithYear(dates.dayOf(createdAt))
  if (kind === 'contract') {
    return (
      <ListItem
        title={
          <Trans>
            Договор <ContractNumber>{contract.number}</ContractNumber>
          </Trans>
        }
        note={day}
      >
        <ContractDownload contractId={contract.uuid} />
      </ListItem>
    )
  }
  if (kind === 'tax-certificate') {
    return (
      <ListItem title={<Trans>Справка для налоговой за {year} год</Trans>} note={day}>
        <p className="mt-xxs text-sm">
          <ScreenLink to="/tax-deduction">
            <Trans>Открыть налоговый вычет</Trans>
          </ScreenLink>
        </p>
      </ListItem>
    )
  }
  return null
}

type AgreementDetailsProps = {
  agreement: NonNullable<ContractHistory['agreement']>
  signatures: ContractHistory['signatures']
}

/** Who has signed the text or agreed to it, and what proves that it is the same. */
function AgreementDetails({ agreement, signatures }: AgreementDetailsProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { at, person, version, hash } = agreement
  const day = dates.dayWithYear(dates.dayOf(at))
  return (
    <div className="mt-base border-t border-line-soft pt-base">
      {signatures.length > 0 ? (
        <div className="mb-base">
          <SignatureList signatures={signatures} />
        </div>
      ) : (
        <p className="mb-xs">
          <Trans>Условия приняты в личном кабинете {day}</Trans>
        </p>
      )}
      <DescriptionList
        isCompact
        entries={[
          ...(signatures.length > 0
            ? []
            : [
                { key: 'person', term: t`Кто согласился`, value: person },
                { key: 'time', term: t`Во сколько`, value: <time dateTime={at}>{dates.time(at)}</time> },
              ]),
          { key: 'version', term: t`Редакция`, value: version },
          { key: 'hash', term: 'SHA-256', value: <span className="text-sm break-all">{hash}</span> },
        ]}
      />
    </div>
  )
}

/** Requests the URL on click, because it expires within minutes. */
function ContractDownload({ contractId }: { contractId: string }) {
  const openExternal = route.useRouteContext({ select: (context) => context.openExternal })
  const ask = usePressMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/document-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  return (
    <div className="mt-xs">
      <Button
        size="small"
        icon={<Icon name="download" size={16} />}
        busy={ask.isPending}
        onClick={() => ask.mutate({ params: { contractId } })}
      >
        <Trans>Договор (PDF)</Trans>
      </Button>
      <CallError error={ask.error}>
        <Trans>Не удалось подготовить договор.</Trans>
      </CallError>
    </div>
  )
}

/** Transfers of the contract, and the link to another transfer or the reason why none is possible: of one that ends, none. */
export function GroupChanges({ contract: { uuid: contract, termination } }: { contract: Contract }) {
  const { t, i18n } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  // Optional: the card is absent when the call fails.
  const enabled = useServesRoleGroup(screens['schedule-change'])
  const { data: groups = [] } = useQuery({ ...optionalQuery(groupsQuery(viewerRoleGroupOf(group))), enabled })
  const { data: transfers = [] } = useQuery({ ...optionalQuery(groupTransfersQuery()), enabled })
  const present = termination ? undefined : groups.find(({ contractUuid }) => contractUuid === contract)
  const own = transfers.filter(({ contractUuid }) => contractUuid === contract)
  const isUnderWay = own.some(({ state }) => state === 'coming')
  if (present === undefined && own.length === 0) return null
  return (
    <Card title={t`Смена группы`}>
      <div className="flex flex-col items-start gap-base">
        {own.length > 0 && (
          <div className="w-full">
            <List>
              {own.map((transfer) => (
                <TransferRow key={transfer.uuid} transfer={transfer} />
              ))}
            </List>
          </div>
        )}
        {present?.reason && <p className="text-ink-muted">{i18n._(labelOf(transferObstacleLabels, present.reason))}</p>}
        {(present?.canChange || isUnderWay) && (
          <ButtonLink to="/change-schedule" search={isUnderWay ? {} : { contract }}>
            {isUnderWay ? <Trans>Посмотреть или отозвать</Trans> : <Trans>Сменить группу</Trans>}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

function TransferRow({
  transfer: { from, to, requestedAt, effectiveFrom, state, withdrawnAt },
}: {
  transfer: GroupTransfer
}) {
  const dates = useDates()
  const requestedOn = dates.dayWithYear(dates.dayOf(requestedAt))
  const [day, withdrawn] = [dates.day(effectiveFrom), withdrawnAt && dates.day(dates.dayOf(withdrawnAt))]
  return (
    <ListItem
      title={
        <Trans>
          Из группы «{from.title}» в группу «{to.title}»
        </Trans>
      }
      note={
        <>
          <Trans>Запрошено {requestedOn}</Trans>
          {separator}
          {state === 'withdrawn' ? (
            <Trans>отозвано {withdrawn}</Trans>
          ) : state === 'coming' ? (
            <Trans>начнёт действовать {day}</Trans>
          ) : (
            <Trans>действует с {day}</Trans>
          )}
        </>
      }
    />
  )
}
