import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callMutation } from '#src/api/call-mutation.ts'
import { type SecurityRevert, securityRevertQuery } from '#src/api/security-revert.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { ErrorMessage } from '#src/routes/-shell/query/error-message.tsx'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { ChangeText, PageContent } from './page-content.tsx'

type ConfirmRevertProps = { letter: SecurityRevert; secret: string; onDone: () => void }

/** The change from the message, and the button that reverts it. */
export function ConfirmRevert({ letter: { change }, secret, onDone }: ConfirmRevertProps) {
  const { t } = useLingui()
  const dates = useDates()
  const queryClient = useQueryClient()
  const { queryKey } = securityRevertQuery(secret)
  const confirm = callMutation('POST /v1/auth/not-me/{secret}', { handlesError: true })
  const { mutate, isPending, error } = useMutation({
    ...confirm,
    onSuccess: (done) => {
      queryClient.setQueryData(queryKey, done)
      onDone()
    },
  })
  // A second press may come before the first is rendered.
  const press = () => {
    const isOpen = queryClient.getQueryData(queryKey)?.state === 'open'
    if (isOpen && queryClient.isMutating(confirm) === 0) mutate({ params: { secret } })
  }
  return (
    <PageContent
      actions={
        <>
          <AccountOwnerButton variant="primary" busy={isPending} onClick={press}>
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
