import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loginReasonForm } from '#contract/forms.ts'
import type { DataRequestOfPerson } from '#contract/people/data-requests.ts'
import { dataRequestQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { DeletionPreviewText } from '#src/routes/-query/labels/deletion-preview.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'

type Decision = 'accept' | 'refuse'

/** A request about personal data: what is asked, what would go and stay, and the answer. */
export function DataRequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const [decision, setDecision] = useState<Decision | null>(null)
  const result = useQuery(dataRequestQuery(id))
  const request = result.data
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`data-request ${id}`),
  })
  const answer = useMutation(callMutation('POST /v1/admin/data-request/{id}/answer', { handlesError: true }))
  const isOpen = request?.state === 'asked'
  const isBlocked = (request?.preview?.obstacles.length ?? 0) > 0
  return (
    <FormDialog
      title={
        request?.kind === 'deletion' ? (
          <Trans>Запрос на удаление данных</Trans>
        ) : (
          <Trans>Запрос на исправление данных</Trans>
        )
      }
      {...(isOpen && { submitLabel: decision === 'refuse' ? t`Отказать` : t`Ответить` })}
      tone={decision === 'refuse' ? 'danger' : 'primary'}
      disabled={decision === null || answer.isPending}
      mutation={answer}
      failureTitle={<Trans>Ответ не отправлен</Trans>}
      form={form}
      onSubmit={({ reason }) =>
        answer.mutateAsync({ params: { id }, body: { decision: decision ?? 'refuse', answer: reason } })
      }
      onClose={onClose}
    >
      <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
        {(shown) => (
          <div className="flex flex-col gap-base">
            <Facts request={shown} />
            {shown.preview && <DeletionPreviewText preview={shown.preview} />}
            {shown.state === 'asked' && (
              <>
                <RadioGroup<Decision>
                  legend={<Trans>Решение</Trans>}
                  value={decision}
                  onChange={setDecision}
                  options={[
                    {
                      value: 'accept',
                      label: shown.kind === 'deletion' ? <Trans>Удалить через сутки</Trans> : <Trans>Исправлено</Trans>,
                      disabled: isBlocked,
                      ...(shown.kind === 'deletion' && {
                        hint: (
                          <Trans>
                            До этого удалите человека в учётной системе и в сервисе входа школы, если они свои: иначе
                            следующая загрузка вернёт его.
                          </Trans>
                        ),
                      }),
                    },
                    { value: 'refuse', label: <Trans>Отказать</Trans> },
                  ]}
                />
                <ReasonField form={form} label={t`Ответ человеку`} readOnly={answer.isPending} />
              </>
            )}
          </div>
        )}
      </QueryState>
    </FormDialog>
  )
}

function Facts({ request }: { request: DataRequestOfPerson }) {
  const dates = useDates()
  const ownId = useCurrentUserId()
  const take = usePressMutation(callMutation('POST /v1/admin/data-request/{id}/take'))
  const { id, state, subject, requestedBy, requestedAt, dueOn, takenBy, wrong, right, answer } = request
  return (
    <div className="flex flex-col gap-xs">
      <p>
        <SchoolText>{subject.name}</SchoolText>
        {!subject.isOwn && (
          <>
            {' '}
            (<Trans>просит {requestedBy.name}</Trans>)
          </>
        )}
      </p>
      <p className="text-ink-muted tabular-nums">
        <Trans>
          Отправлен {dates.dayWithYear(dates.dayOf(requestedAt))}, ответить до {dates.dayWithYear(dueOn)}
        </Trans>
      </p>
      {wrong !== null && (
        <dl className="flex flex-col gap-xs wrap-anywhere">
          <div>
            <dt className="text-sm text-ink-muted">
              <Trans>Что неверно</Trans>
            </dt>
            <dd>{wrong}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-muted">
              <Trans>Как правильно</Trans>
            </dt>
            <dd>{right}</dd>
          </div>
        </dl>
      )}
      {answer !== null && (
        <p className="wrap-anywhere">
          <Trans>Ответ школы: {answer}</Trans>
        </p>
      )}
      {state === 'asked' && (
        <div className="flex flex-wrap items-center gap-xs">
          {takenBy && <Trans>Кто отвечает: {takenBy.name}</Trans>}
          {takenBy?.id !== ownId && (
            <Button busy={take.isPending} onClick={() => take.mutate({ params: { id } })}>
              <Trans>Взять в работу</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
