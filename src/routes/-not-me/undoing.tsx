import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { type NotMe, notMeQuery } from '#src/api/not-me.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { ChangeWords } from './change-words.tsx'
import { Parts } from './parts.tsx'

type UndoingProps = { letter: NotMe; secret: string; onDone: () => void }

/** What the letter told of, and the one button that takes it back. */
export function Undoing({ letter: { change }, secret, onDone }: UndoingProps) {
  const { t } = useLingui()
  const dates = useDates()
  const queryClient = useQueryClient()
  const { queryKey } = notMeQuery(secret)
  const confirm = callMutation('POST /v1/auth/not-me/{secret}', { returnsFailure: true })
  const { mutate, isPending, error } = useMutation({
    ...confirm,
    onSuccess: (done) => {
      queryClient.setQueryData(queryKey, done)
      onDone()
    },
  })
  // A second press may come before what the first does, or has done, can be drawn.
  const press = () => {
    const isOpen = queryClient.getQueryData(queryKey)?.state === 'open'
    if (isOpen && queryClient.isMutating(confirm) === 0) mutate({ params: { secret } })
  }
  return (
    <Parts
      actions={
        <>
          <OwnButton variant="primary" busy={isPending} onClick={press}>
            <Trans>Это не я: защитить кабинет</Trans>
          </OwnButton>
          <Link to="/" className={buttonClasses({ variant: 'secondary' })}>
            {t`Это я`}
          </Link>
        </>
      }
    >
      <Card as="div">
        <p className="text-lg font-strong">
          <ChangeWords change={change} />
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
      <OnlyThemselves />
      {error && (
        <Notice tone="error" role="alert" title={<Trans>Пока ничего не изменилось</Trans>}>
          <FailureWords error={error} />
        </Notice>
      )}
    </Parts>
  )
}
