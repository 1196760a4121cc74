import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import type { OwnJoinObstacle } from '#contract/enumerations.ts'
import { joinContactForm } from '#contract/forms.ts'
import { provideOneTimeCodes } from '#src/actors/one-time-code.actors.ts'
import { ownJoinPreviewQuery } from '#src/api/profile.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import type { NewContact } from '#src/machines/account-verification.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import {
  type Choice,
  defaultChoice,
  JoinPreviewDetails,
} from '#src/routes/-flow/account/joins/join-preview-details.tsx'
import { CodeErrorMessage, CodeForm, CodeUnavailable } from '#src/routes/-flow/account/one-time-code/code-form.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useUnsavedChangesGuard } from '#src/routes/-flow/forms/unsaved-changes.tsx'
import { type SchemaForm, useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, Form } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import { ContactErrorText, ContactRefusalText } from './contacts/contact-errors.tsx'

/** Joins another own account: asks for its contact, proves it by a code, shows what moves, then joins. */
export function AccountJoinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const codes = provideLazily(provideOneTimeCodes)
  const persistence = useFormPersistence('join')
  const [recalled] = useState(() => codes.recallJoin())
  const form = useSchemaForm({
    schema: joinContactForm,
    defaultValues: { contact: '' },
    persistence: { ...persistence, restored: { ...(recalled && { contact: recalled }), ...persistence.restored } },
  })
  const close = () => {
    form.forget()
    onClose()
  }
  const [state, send] = useDiagnosedMachine(codes.accountJoin.provide({ actions: { close } }))
  const formId = useId()
  const { context } = state
  const { channel, value, refusal } = context
  const isEditing = state.matches('editing') || (state.matches('sending') && context.code === 'none')
  const isReviewing = state.matches('reviewing') || state.matches('joining')
  const isLocked = state.matches('locked')
  const isCode = !isEditing && !isReviewing && !isLocked
  const preview = useQuery({ ...ownJoinPreviewQuery(), enabled: isReviewing })
  const accounts = isReviewing ? preview.data?.accounts : undefined
  const [changed, setChanged] = useState<Partial<Choice>>({})
  const guard = useUnsavedChangesGuard({
    hasChanges: () => state.matches('editing') && form.hasChanges(),
    onDiscard: form.forget,
  })
  const cancel = () => guard.close(() => send({ type: 'code.cancel' }))
  const edit = () => send({ type: 'value.edit' })
  return (
    <Dialog
      onClose={cancel}
      title={<Trans>Объединить учётные записи</Trans>}
      description={
        isReviewing ? (
          accounts && (
            <Trans>
              О том, что записи объединены, придут письма и СМС на все адреса обеих. Школа может отменить это в течение
              30 дней.
            </Trans>
          )
        ) : (
          <Trans>Докажите, что вторая учётная запись тоже ваша: введите код, который на неё придёт.</Trans>
        )
      }
      footer={
        <>
          <Button onClick={cancel}>{isLocked ? t`Понятно` : t`Отменить`}</Button>
          {isReviewing && (
            <Button
              variant={accounts || preview.isPending ? 'secondary' : 'primary'}
              disabled={state.matches('joining')}
              onClick={edit}
            >
              <Trans>Указать другую</Trans>
            </Button>
          )}
          {accounts && (
            <Button
              variant="primary"
              busy={state.matches('joining')}
              onClick={() => {
                const { kept, joined } = accounts
                const choice = { ...defaultChoice(accounts), ...changed }
                send({ type: 'join.confirm', accounts: { keptId: kept.id, joinedId: joined.id, ...choice } })
              }}
            >
              <Trans>Объединить</Trans>
            </Button>
          )}
          {(isEditing || isCode) && (
            <Button
              variant="primary"
              type="submit"
              form={formId}
              busy={state.hasTag('busy')}
              disabled={state.matches({ awaiting: 'over' })}
            >
              {isEditing ? <Trans>Отправить код</Trans> : <Trans>Подтвердить</Trans>}
            </Button>
          )}
        </>
      }
    >
      {isLocked && refusal && <CodeUnavailable refusal={refusal} />}
      {isEditing && (
        <ContactForm
          id={formId}
          form={form}
          refusal={refusal}
          busy={state.hasTag('busy')}
          onSubmit={(contact) => send({ type: 'value.submit', ...contact })}
        />
      )}
      {isCode && (
        <CodeForm
          id={formId}
          known={context}
          open={state.matches({ awaiting: 'entering' })}
          sending={state.matches('sending')}
          hint={
            channel === 'email'
              ? t`6 цифр из письма на адрес ${value}`
              : t`6 цифр из СМС на номер ${formatPhone(value)}`
          }
          onSubmit={(code) => send({ type: 'code.submit', code })}
          onResend={() => send({ type: 'code.resend' })}
          aside={
            <Button size="small" variant="quiet" disabled={!state.matches('awaiting')} onClick={edit}>
              {channel === 'email' ? <Trans>Изменить адрес</Trans> : <Trans>Изменить номер</Trans>}
            </Button>
          }
        />
      )}
      {isReviewing && (
        <QueryState result={preview} skeleton={<SkeletonLine width="long" />}>
          {(data) =>
            data.accounts ? (
              <div className="flex flex-col gap-base">
                <JoinPreviewDetails
                  accounts={data.accounts}
                  choice={{ ...defaultChoice(data.accounts), ...changed }}
                  onChange={(change) => setChanged({ ...changed, ...change })}
                />
                {refusal && (
                  <Notice tone="error" role="alert" title={<Trans>Не получилось</Trans>}>
                    <CodeErrorMessage refusal={refusal} />
                  </Notice>
                )}
              </div>
            ) : (
              <Obstacle obstacle={data.obstacle ?? 'school-only'} />
            )
          }
        </QueryState>
      )}
      {guard.question}
    </Dialog>
  )
}

type ContactFormProps = {
  id: string
  form: SchemaForm<{ contact: string }>
  refusal: CodeError | null
  busy: boolean
  onSubmit: (contact: NewContact) => void
}

/** The contact of the other account. */
function ContactForm({ id, form, refusal, busy, onSubmit }: ContactFormProps) {
  const { t } = useLingui()
  const error = form.errorOf('contact')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit(({ contact }) => {
      onSubmit({ channel: contact.includes('@') ? 'email' : 'phone', value: contact })
      return undefined
    })
  }
  return (
    <Form id={id} onSubmit={submit}>
      <Field
        label={t`Телефон или почта второй учётной записи`}
        hint={t`Если в ней есть телефон, укажите его: коды приходят туда`}
        error={
          error ? (
            <ContactErrorText error={error} channel={error === 'not-an-email' ? 'email' : 'phone'} />
          ) : (
            refusal && <ContactRefusalText refusal={refusal} />
          )
        }
      >
        <TextInput {...form.register('contact')} autoComplete="off" inputMode="email" readOnly={busy} />
      </Field>
    </Form>
  )
}

const obstacleTexts: Record<OwnJoinObstacle, MessageDescriptor> = {
  'unknown-contact': msg`Другой учётной записи с таким телефоном или почтой нет. Проверьте, тот ли контакт вы указали.`,
  'shared-contact': msg`Этот контакт записан у нескольких людей, поэтому код на него не доказывает, что учётная запись ваша. Укажите другой контакт или обратитесь в школу.`,
  'other-factor': msg`Коды этой учётной записи приходят на телефон. Укажите её телефон; если он больше не ваш, обратитесь в школу.`,
  'names-differ': msg`В этих учётных записях разные имена. Если обе ваши, обратитесь в школу: она сверит данные и объединит их.`,
  staff: msg`У одной из учётных записей есть роль сотрудника. Такие объединяет только школа: обратитесь к ней.`,
  'school-only': msg`Эти учётные записи может объединить только школа: обратитесь к ней.`,
}

function Obstacle({ obstacle }: { obstacle: OwnJoinObstacle }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="error" role="status" title={<Trans>Объединить не получится</Trans>}>
      {i18n._(obstacleTexts[obstacle])}
    </Notice>
  )
}
