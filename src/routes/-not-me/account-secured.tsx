import { Trans, useLingui } from '@lingui/react/macro'
import type { SecurityRevert, SignInMethods } from '#src/api/security-revert.ts'
import { providerAppearance } from '#src/routes/-shell/account/provider-appearance.ts'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PageContent, RevertedText, SupportContact } from './page-content.tsx'

/** What was reverted, and the next steps. */
export function AccountSecured({ letter: { undone, waysIn } }: { letter: SecurityRevert }) {
  const { t } = useLingui()
  return (
    <PageContent
      actions={
        <ButtonLink to="/profile" variant="primary">
          {t`Войти`}
        </ButtonLink>
      }
    >
      <Card title={<Trans>Что мы сделали</Trans>}>
        <ul className="flex list-disc flex-col gap-xxs pl-md">
          <li>
            <Trans>Все сеансы кабинета завершены на всех устройствах</Trans>
          </li>
          {undone.map((change) => (
            <li key={`${change.kind} ${change.at} ${change.about}`}>
              <RevertedText change={change} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={<Trans>Что делать дальше</Trans>}>
        <div className="flex flex-col gap-base">
          {waysIn && (
            <ol className="flex list-decimal flex-col gap-xxs pl-md">
              <NextSteps waysIn={waysIn} />
            </ol>
          )}
          <p className="text-ink-muted">
            <Trans>Эта ссылка использована и больше ничего не меняет.</Trans> <SupportContact />
          </p>
        </div>
      </Card>
    </PageContent>
  )
}

function NextSteps({ waysIn: { hasPassword, accounts } }: { waysIn: SignInMethods }) {
  const names = accounts.map((account) => providerAppearance(account).name).join(', ')
  if (!hasPassword && names === '') {
    return (
      <li>
        <Trans>Пароль нужно восстановить. Если на странице входа этого сделать нельзя, обратитесь в школу.</Trans>
      </li>
    )
  }
  return (
    <>
      <li>{hasPassword ? <Trans>Войдите в кабинет заново</Trans> : <Trans>Войдите в кабинет через {names}</Trans>}</li>
      <li>
        {hasPassword ? (
          <Trans>Смените в профиле пароль: его мог узнать кто-то другой</Trans>
        ) : (
          <Trans>Задайте в профиле новый пароль, если он вам нужен</Trans>
        )}
      </li>
      <li>
        <Trans>Проверьте в профиле почту, телефон и привязанные аккаунты</Trans>
      </li>
      <li>
        <Trans>Смените и пароль почты, если туда мог войти кто-то ещё</Trans>
      </li>
    </>
  )
}
