import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DataRequestKind, DataRequestState } from '#contract/enumerations.ts'
import type { DataRequest } from '#contract/people/data-requests.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { dataRequestsQuery } from '#src/api/profile.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

const CorrectionDialog = lazyComponent('correction-dialog', () => import('./correction-dialog.tsx'), 'CorrectionDialog')
const DeletionDialog = lazyComponent('deletion-dialog', () => import('./deletion-dialog.tsx'), 'DeletionDialog')

const kinds: Record<DataRequestKind, MessageDescriptor> = {
  correction: msg`Исправить данные`,
  deletion: msg`Удалить данные`,
}

const states: Record<DataRequestState, MessageDescriptor> = {
  asked: msg`Ждёт ответа школы`,
  accepted: msg`Школа согласилась`,
  refused: msg`Школа отказала`,
  withdrawn: msg`Отозван`,
  done: msg`Исполнен`,
}

/** Requests to correct or delete data: for the person and for children, with their answers. */
export function DataRequestsCard() {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('profile')
  const isImpersonating = useIsImpersonating()
  const closeDialog = () => close({ dialog: undefined })
  return (
    <QueryBoundary query={dataRequestsQuery()} skeleton={<SkeletonBlock />}>
      {({ people, requests }) => (
        <Card title={t`Исправить или удалить данные`}>
          <div className="flex flex-col gap-base">
            {people.length === 0 ? (
              <p className="max-w-text">
                <Trans>Об этом могут попросить ваши родители: вам ещё нет 18 лет.</Trans>
              </p>
            ) : (
              <>
                <p className="max-w-text">
                  <Trans>
                    По закону о персональных данных школа исправит неверное и удалит то, что хранить больше не нужно.
                  </Trans>
                </p>
                <div className="flex flex-wrap gap-xs">
                  <AccountOwnerButton opens={CorrectionDialog} onClick={() => open({ dialog: 'correction' })}>
                    <Trans>Попросить исправить</Trans>
                  </AccountOwnerButton>
                  <AccountOwnerButton opens={DeletionDialog} onClick={() => open({ dialog: 'deletion' })}>
                    <Trans>Попросить удалить</Trans>
                  </AccountOwnerButton>
                </div>
                <AccountOwnerOnly />
              </>
            )}
            {requests.length > 0 && (
              <ul tabIndex={-1} className="divide-y divide-line-soft focus-visible:outline-none">
                {requests.map((request) => (
                  <RequestRow key={request.id} request={request} />
                ))}
              </ul>
            )}
          </div>
          {search.dialog === 'correction' && people.length > 0 && !isImpersonating && (
            <CorrectionDialog people={people} onClose={closeDialog} />
          )}
          {search.dialog === 'deletion' && people.length > 0 && !isImpersonating && (
            <DeletionDialog people={people} onClose={closeDialog} />
          )}
        </Card>
      )}
    </QueryBoundary>
  )
}

function RequestRow({ request }: { request: DataRequest }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const withdraw = usePressMutation(callMutation('POST /v1/profile/data-request/{id}/withdraw', { handlesError: true }))
  const { id, kind, state, subject, requestedAt, dueOn, wrong, right, answer, eraseAfter, endedAt } = request
  const title = i18n._(kinds[kind])
  return (
    <li className="flex flex-col gap-half py-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-base gap-y-xs">
        <div className="min-w-[min(100%,240px)] flex-1">
          <p className="font-medium">
            {title}
            {!subject.isOwn && (
              <>
                : <SchoolText>{subject.name}</SchoolText>
              </>
            )}
          </p>
          <p role="status">
            {i18n._(states[state])}
            {state === 'asked' && (
              <>
                , <Trans>не позже {dates.dayWithYear(dueOn)}</Trans>
              </>
            )}
            {eraseAfter && (
              <>
                :{' '}
                <Trans>
                  данные удалятся после {dates.dayWithYear(dates.dayOf(eraseAfter))}, {dates.time(eraseAfter)}
                </Trans>
              </>
            )}
          </p>
        </div>
        {endedAt === null && (
          <AccountOwnerButton
            ref={passFocusUp}
            aria-label={t`Отозвать: ${title}`}
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ params: { id } })}
          >
            <Trans>Отозвать</Trans>
          </AccountOwnerButton>
        )}
      </div>
      {wrong !== null && (
        <p className="text-sm wrap-anywhere">
          <Trans>
            Неверно: {wrong}. Правильно: {right}
          </Trans>
        </p>
      )}
      {answer !== null && (
        <p className="text-sm wrap-anywhere">
          <Trans>Ответ школы: {answer}</Trans>
        </p>
      )}
      <p className="text-sm text-ink-muted tabular-nums">
        <Trans>Отправлен {dates.dayWithYear(dates.dayOf(requestedAt))}</Trans>
      </p>
      <CallError error={withdraw.error}>
        <Trans>Запрос не отозван.</Trans>
      </CallError>
    </li>
  )
}
