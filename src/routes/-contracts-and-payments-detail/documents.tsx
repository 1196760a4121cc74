import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Contract, ContractHistory } from '#contract/contracts.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { ownHistory } from './own-history.ts'

const route = getRouteApi('/contracts-and-payments/$id')
type Paper = ContractHistory['documents'][number]

/** The contract itself, the bills that can be paid, certificates for the tax office. */
export function Documents({ contract }: { contract: Contract }) {
  const { t } = useLingui()
  return (
    <Card title={t`Документы`}>
      <Loaded query={ownHistory(contract.uuid)} skeleton={<SkeletonLine width="full" height="control" />}>
        {({ documents }) => (
          <Rows>
            {documents.map((paper) => (
              <PaperRow key={`${paper.kind} ${paper.paymentUuid} ${paper.year}`} paper={paper} contract={contract} />
            ))}
            <Bills count={documents.filter(({ kind }) => kind === 'bill').length} />
          </Rows>
        )}
      </Loaded>
    </Card>
  )
}

function PaperRow({ paper: { kind, year, createdAt }, contract }: { paper: Paper; contract: Contract }) {
  const dates = useDates()
  const day = createdAt && dates.dayWithYear(dates.dayOf(createdAt))
  if (kind === 'contract') {
    return (
      <Row title={<Trans>Договор № {contract.number}</Trans>} note={day}>
        <ContractDownload contractId={contract.uuid} />
      </Row>
    )
  }
  if (kind === 'tax-certificate') {
    return (
      <Row title={<Trans>Справка для налоговой за {year} год</Trans>} note={day}>
        <p className="mt-xxs text-sm">
          <ScreenLink to="/tax-deduction">
            <Trans>Открыть налоговый вычет</Trans>
          </ScreenLink>
        </p>
      </Row>
    )
  }
  return null
}

/** They stand beside their payments. */
function Bills({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Row
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

/** Its address is asked for when it is wanted, because it is good for minutes only. */
function ContractDownload({ contractId }: { contractId: string }) {
  const leaveFor = route.useRouteContext({ select: (context) => context.leaveFor })
  const ask = useMutation({
    ...callMutation('GET /v1/profile/contract/{contractId}/document-link', { returnsFailure: true }),
    onSuccess: ({ url }) => leaveFor(url),
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
          <Trans>Не удалось подготовить договор.</Trans> <FailureWords error={ask.error} />
        </p>
      )}
    </div>
  )
}
