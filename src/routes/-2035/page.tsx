import { Trans } from '@lingui/react/macro'
import { offerTokenOf, placeholderToken } from '#src/api/programme-2035.ts'
import { menuQuery } from '#src/api/system.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { OfferContent, OfferSkeleton } from './offer-content.tsx'

export default function Programme2035Page() {
  const title = useScreenTitle()
  const { search } = useScreenSearch('2035')
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const token = search.token ?? (isVisitor ? placeholderToken : undefined)
  return (
    <>
      <PageHeading
        // Others read the description of the offer.
        lead={isVisitor && <Trans>Дополнительные занятия технологиями будущего: одно направление за набор.</Trans>}
      >
        {title('2035')}
      </PageHeading>
      {token === undefined ? <CurrentOffer /> : <OfferContent token={token} />}
    </>
  )
}

/** Without a token, shows the offer that the menu links to (D-20). */
function CurrentOffer() {
  return (
    <QueryBoundary query={menuQuery()} skeleton={<OfferSkeleton />}>
      {(menu) => {
        const token = offerTokenOf(menu)
        return token === null ? <NoOffer /> : <OfferContent token={token} />
      }}
    </QueryBoundary>
  )
}

function NoOffer() {
  return (
    <EmptyCard icon="u2035" title={<Trans>Сейчас набора нет</Trans>}>
      <Trans>Когда школа откроет новый набор, здесь появятся направления, условия и запись в группы.</Trans>
    </EmptyCard>
  )
}
