import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SecurityRevert, SignInMethods } from '#src/api/security-revert.ts'
import { providerAppearance } from '#src/routes/-shell/account/provider-appearance.ts'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { RevertedText } from './change-texts.tsx'
import { PageContent, SupportContact } from './page-content.tsx'

/** What was reverted, and the next steps. */
export function AccountSecured({ letter: { reverted, signInMethods } }: { letter: SecurityRevert }) {
  const { t } = useLingui()
  return (
    <PageContent
      actions={
        <Link to="/profile" className={buttonClassNames({ variant: 'primary' })}>
          {t`Войти`}
        </Link>
      }
    >
      <Card title={<Trans>Что мы сделали</Trans>}>
        <ul className="flex list-disc flex-col gap-xxs pl-md">
          <li>
            <Trans>Все сеансы кабинета завершены на всех устройствах</Trans>
          </li>
          {reverted.map((change) => (
            <li key={`${change.kind} ${change.at} ${change.subject}`}>
              <RevertedText change={change} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={<Trans>Что делать дальше</Trans>}>
        <div className="flex flex-col gap-base">
          {signInMethods && (
            <ol className="flex list-decimal flex-col gap-xxs pl-md">
              <NextSteps signInMethods={signInMethods} />
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

function NextSteps({ signInMethods: { hasPassword, accounts } }: { signInMethods: SignInMethods }) {
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
