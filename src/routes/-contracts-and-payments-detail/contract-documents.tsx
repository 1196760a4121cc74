import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Contract, ContractHistory } from '#contract/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ErrorMessage } from '#src/routes/-shell/query/error-message.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { optionalHistoryQuery } from './contract-timeline.tsx'

const route = getRouteApi('/contracts-and-payments/$id')
type ContractDocument = ContractHistory['documents'][number]

/** Contract, bills and tax certificates. */
export function ContractDocuments({ contract }: { contract: Contract }) {
  const { t } = useLingui()
  return (
    <Card title={t`Документы`}>
      <QueryBoundary
        query={optionalHistoryQuery(contract.uuid)}
        skeleton={<SkeletonLine width="full" height="control" />}
      >
        {({ documents }) => (
          <List>
            {documents.map((paper) => (
              <DocumentRow key={`${paper.kind} ${paper.paymentUuid} ${paper.year}`} paper={paper} contract={contract} />
            ))}
            <BillCount count={documents.filter(({ kind }) => kind === 'bill').length} />
          </List>
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
      <ListItem title={<Trans>Договор № {contract.number}</Trans>} note={day}>
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

/** The bills themselves are in the payment schedule. */
function BillCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <ListItem
      title={
        <Plural
          value={count}
          one="# счёт на оплату"
          few="# счёта на оплату"
          many="# счетов на оплату"
          other="# счёта на оплату"
        />
      }
      note={<Trans>Скачать можно у каждого платежа, в графике платежей</Trans>}
    />
  )
}

/** Requests the URL on click, because it expires within minutes. */
function ContractDownload({ contractId }: { contractId: string }) {
  const openExternal = route.useRouteContext({ select: (context) => context.openExternal })
  const ask = useMutation({
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
      {ask.error && (
        <p role="alert" className="mt-xs text-sm text-ink-error">
          <Trans>Не удалось подготовить договор.</Trans> <ErrorMessage error={ask.error} />
        </p>
      )}
    </div>
  )
}
