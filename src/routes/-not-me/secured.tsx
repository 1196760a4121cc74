import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { NotMe, WaysIn } from '#src/api/not-me.ts'
import { providerLook } from '#src/routes/-frame/provider-look.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { UndoneWords } from './change-words.tsx'
import { Parts } from './parts.tsx'
import { SupportWords } from './support-words.tsx'

/** What was done, and what the person does next. */
export function Secured({ letter: { undone, waysIn } }: { letter: NotMe }) {
  const { t } = useLingui()
  return (
    <Parts
      actions={
        <Link to="/profile" className={buttonClasses({ variant: 'primary' })}>
          {t`Войти`}
        </Link>
      }
    >
      <Card title={<Trans>Что мы сделали</Trans>}>
        <ul className="flex list-disc flex-col gap-xxs pl-md">
          <li>
            <Trans>Все сеансы кабинета завершены на всех устройствах</Trans>
          </li>
          {undone.map((change) => (
            <li key={`${change.kind} ${change.at} ${change.about}`}>
              <UndoneWords change={change} />
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
            <Trans>Эта ссылка использована и больше ничего не меняет.</Trans> <SupportWords />
          </p>
        </div>
      </Card>
    </Parts>
  )
}

function NextSteps({ waysIn: { hasPassword, accounts } }: { waysIn: WaysIn }) {
  const names = accounts.map((account) => providerLook(account).name).join(', ')
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
