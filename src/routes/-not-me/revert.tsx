import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { type SecurityRevert, type SignInMethods, securityRevertQuery } from '#src/api/security-revert.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useProviderAppearance } from '#src/routes/-flow/account/provider-appearance.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { ChangeText, PageContent, RevertedText, SupportContact } from './page-content.tsx'

type ConfirmRevertProps = { revert: SecurityRevert; secret: string; onDone: () => void }

/** The change from the message, and the button that reverts it. */
export function ConfirmRevert({ revert: { change }, secret, onDone }: ConfirmRevertProps) {
  const { t } = useLingui()
  const dates = useDates()
  const queryClient = useQueryClient()
  const { queryKey } = securityRevertQuery(secret)
  const { mutate, isPending, error } = usePressMutation({
    ...callMutation('POST /v1/auth/not-me/{secret}', { handlesError: true }),
    onSuccess: (done) => {
      queryClient.setQueryData(queryKey, done)
      onDone()
    },
  })
  return (
    <PageContent
      actions={
        <>
          <AccountOwnerButton variant="primary" busy={isPending} onClick={() => mutate({ params: { secret } })}>
            <Trans>Это не я: защитить кабинет</Trans>
          </AccountOwnerButton>
          <ButtonLink to="/">{t`Это я`}</ButtonLink>
        </>
      }
    >
      <Card as="div">
        <p className="text-lg font-strong">
          <ChangeText change={change} />
        </p>
        <p className="text-ink-muted">{dates.dateTime(change.at)}</p>
      </Card>
      <p>
        <Trans>Если это были не вы, нажмите кнопку. Мы сразу:</Trans>
      </p>
      <ul className="flex list-disc flex-col gap-xxs pl-md">
        <li>
          <Trans>завершим все сеансы кабинета, и на этом устройстве тоже;</Trans>
        </li>
        <li>
          <Trans>отменим это изменение и всё, что изменено во входе в кабинет после него;</Trans>
        </li>
        <li>
          <Trans>напишем вам на прежние почту и телефон и расскажем, что делать дальше.</Trans>
        </li>
      </ul>
      <p className="text-ink-muted">
        <Trans>Если это были вы, ничего делать не нужно.</Trans>
      </p>
      <AccountOwnerOnly />
      {error && (
        <Notice tone="error" role="alert" title={<Trans>Пока ничего не изменилось</Trans>}>
          <ErrorMessage error={error} />
        </Notice>
      )}
    </PageContent>
  )
}

/** What was reverted, and the next steps. */
export function AccountSecured({ revert: { reverted, signInMethods } }: { revert: SecurityRevert }) {
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
  const appearanceOf = useProviderAppearance()
  const names = accounts.map((account) => appearanceOf(account).name).join(', ')
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
