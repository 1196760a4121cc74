import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** The address names none of the person’s contracts: what may have happened, and the way back. */
export function NoSuchContract() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon="contract-decline"
        title={t`Среди ваших договоров такого нет`}
        action={
          <Link to="/contracts-and-payments" className={buttonClasses({ variant: 'primary' })}>
            <Trans>Ко всем договорам</Trans>
          </Link>
        }
      >
        <Trans>Возможно, ссылка устарела, или договор оформлен на другого человека.</Trans>
      </EmptyState>
    </Card>
  )
}
