import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { Contract, ContractHistory } from '#contract/enrolment/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SignatureList } from '#src/routes/-flow/documents/signature-list.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
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
