import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useIsWithoutRole, WithoutRole } from '#src/routes/-frame/without-role.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** The way to the first contract; for whoever may have none yet, whom to ask. */
export function NoContracts() {
  const { t } = useLingui()
  if (useIsWithoutRole()) {
    return (
      <Card>
        <EmptyState icon="profile" title={t`У вас пока нет роли`}>
          <WithoutRole />
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        icon="wallet"
        title={t`Договоров пока нет`}
        action={
          <Link to="/catalog" className={buttonClasses({ variant: 'primary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>
          Здесь появятся договоры на обучение, график платежей и то, что нужно оплатить. Договор заключается, когда вы
          выбираете курс.
        </Trans>
      </EmptyState>
    </Card>
  )
}
