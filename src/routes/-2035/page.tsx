import { Trans } from '@lingui/react/macro'
import { offerTokenIn, unknownToken } from '#contract/screens.ts'
import { menuQuery } from '#src/api/system.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { OfferOf, OfferSkeleton } from './offer.tsx'

export default function Programme2035Page() {
  const title = useTitle()
  const { search } = useAddress('2035')
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const token = search.token ?? (isVisitor ? unknownToken : undefined)
  return (
    <>
      <PageHeading lead={<Trans>Дополнительные занятия технологиями будущего: одно направление за набор.</Trans>}>
        {title('2035')}
      </PageHeading>
      {token === undefined ? <PresentOffer /> : <OfferOf token={token} />}
    </>
  )
}

/** Whoever comes without a token is shown what the menu leads to (D-20). */
function PresentOffer() {
  return (
    <Loaded query={menuQuery()} skeleton={<OfferSkeleton />}>
      {(menu) => {
        const token = offerTokenIn(menu)
        return token === null ? <NoOffer /> : <OfferOf token={token} />
      }}
    </Loaded>
  )
}

function NoOffer() {
  return (
    <Card>
      <EmptyState icon="u2035" title={<Trans>Сейчас набора нет</Trans>}>
        <Trans>Когда школа откроет новый набор, здесь появятся направления, условия и запись в группы.</Trans>
      </EmptyState>
    </Card>
  )
}
