import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookEventsForm, webhookForm } from '#contract/forms.ts'
import type { WebhookRow } from '#contract/integration/integrations.ts'
import { type WebhookEvent, webhookEvents } from '#contract/integration/webhooks.ts'
import { webhooksQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SecretDialog } from '#src/routes/-flow/account/shown-secret.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import { eventLabels } from './integration-labels.ts'
import { WebhookLog } from './webhook-log.tsx'

const dialogs = {
  'webhook-events': EventsDialog,
  'webhook-secret': NewSecretDialog,
  'webhook-remove': RemoveDialog,
  'webhook-log': WebhookLog,
}

type WebhookDialogProps = { action: 'webhook-new' | keyof typeof dialogs; id: string | undefined; onClose: () => void }

/** Adds an endpoint, or changes one. */
export function WebhookDialog({ action, id, onClose }: WebhookDialogProps) {
  const { data: webhooks } = useQuery(webhooksQuery())
  if (action === 'webhook-new') return <NewWebhookDialog onClose={onClose} />
  const webhook = webhooks?.find((one) => one.id === id)
  if (!webhook) return null
  const Dialog = dialogs[action]
  return <Dialog webhook={webhook} onClose={onClose} />
}

type EndpointProps = { webhook: WebhookRow; onClose: () => void }

function ShownSecret({ secret, until, onClose }: { secret: string; until?: string; onClose: () => void }) {
  const { t } = useLingui()
  const dates = useDates()
  return (
    <SecretDialog
      title={<Trans>Секрет вебхука</Trans>}
      description={
        until ? (
          <Trans>
            Сохраните секрет сейчас: больше он не будет показан. Прежний действует до {dates.dateTime(until)}.
          </Trans>
        ) : (
          <Trans>Сохраните секрет сейчас: больше он не будет показан. Им программа проверяет подпись событий.</Trans>
        )
      }
      values={[{ key: 'secret', label: t`Секрет`, value: secret }]}
      onClose={onClose}
    />
  )
}

function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [isMade, setMade] = useState(false)
  const form = useSchemaForm({
    schema: webhookForm,
    defaultValues: { url: '', events: '' },
    persistence: useFormPersistence('webhook'),
  })
  const add = useMutation(callMutation('POST /v1/admin/webhook', { handlesError: true }))
  if (isMade && add.data) return <ShownSecret secret={add.data.secret} onClose={onClose} />
  const errors: Record<string, string> = {
    taken: t`Этот адрес уже добавлен.`,
    'private-address': t`Этот адрес из внутренней сети: события уходят только на общедоступные адреса.`,
    'too-long': t`Слишком длинный адрес.`,
  }
  const code = form.errorOf('url')
  return (
    <FormDialog
      title={<Trans>Новый вебхук</Trans>}
      submitLabel={<Trans>Добавить</Trans>}
      mutation={add}
      failureTitle={t`Не получилось`}
      form={form}
      onSubmit={({ url, events }) => add.mutateAsync({ body: { url, events: chosenEvents(events) } })}
      onDone={() => setMade(true)}
      onClose={onClose}
    >
      <Field
        label={t`Адрес`}
        hint={t`Куда отправлять события. Начинается с https://.`}
        error={code && (errors[code] ?? t`Напишите адрес, например https://crm.example/hooks.`)}
      >
        <TextInput
          {...form.register('url')}
          autoFocus
          required
          inputMode="url"
          autoComplete="off"
          placeholder="https://crm.example/hooks"
          readOnly={add.isPending}
        />
      </Field>
      <EventChoice
        events={chosenEvents(form.valueOf('events'))}
        onChange={(events) => form.change('events', textOfEvents(events))}
        isMissing={form.errorOf('events') !== null}
      />
    </FormDialog>
  )
}

function EventsDialog({ webhook: { id, url, events: present }, onClose }: EndpointProps) {
  const { t } = useLingui()
  const form = useSchemaForm({
    schema: webhookEventsForm,
    defaultValues: { events: textOfEvents(present) },
    persistence: useFormPersistence(`webhook-events-${id}`),
  })
  const change = useMutation(callMutation('PATCH /v1/admin/webhook/{id}', { handlesError: true }))
  const events = chosenEvents(form.valueOf('events'))
  return (
    <FormDialog
      title={<Trans>События вебхука</Trans>}
      description={<span className="wrap-anywhere">{url}</span>}
      submitLabel={<Trans>Сохранить</Trans>}
      disabled={events.length === 0}
      mutation={change}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      form={form}
      onSubmit={() => (form.hasChanges() ? change.mutateAsync({ params: { id }, body: { events } }) : 'unchanged')}
      onClose={onClose}
    >
      <EventChoice
        events={events}
        onChange={(chosen) => form.change('events', textOfEvents(chosen))}
        isMissing={events.length === 0}
      />
    </FormDialog>
  )
}

/** The events of a field, and the field of events: their order is that of the list. */
function chosenEvents(text: string): WebhookEvent[] {
  const chosen = text.split(' ')
  return webhookEvents.filter((event) => chosen.includes(event))
}

function textOfEvents(events: readonly WebhookEvent[]): string {
  return webhookEvents.filter((event) => events.includes(event)).join(' ')
}

type EventChoiceProps = {
  events: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
  isMissing: boolean
}

function EventChoice({ events, onChange, isMissing }: EventChoiceProps) {
  const { t, i18n } = useLingui()
  const isAll = events.length === webhookEvents.length
  return (
    <fieldset className="min-w-0">
      <legend className="mb-xs text-sm font-medium">
        <Trans>О каких событиях сообщать</Trans>
      </legend>
      <div className="flex flex-col gap-xs">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            checked={events.includes(event)}
            aria-invalid={isMissing || undefined}
            onChange={() =>
              onChange(events.includes(event) ? events.filter((one) => one !== event) : [...events, event])
            }
          >
            {i18n._(eventLabels[event])} <code className="text-sm text-ink-muted">{event}</code>
          </Checkbox>
        ))}
      </div>
      <p aria-live="polite" className="mt-xxs text-sm text-ink-error empty:hidden">
        {isMissing && t`Отметьте хотя бы одно событие.`}
      </p>
      <div className="mt-xs">
        <Button size="small" onClick={() => onChange(isAll ? [] : [...webhookEvents])}>
          {isAll ? <Trans>Снять все</Trans> : <Trans>Отметить все</Trans>}
        </Button>
      </div>
    </fieldset>
  )
}

function NewSecretDialog({ webhook: { id, url }, onClose }: EndpointProps) {
  const { t } = useLingui()
  const [isMade, setMade] = useState(false)
  const rotate = useMutation(callMutation('POST /v1/admin/webhook/{id}/secret', { handlesError: true }))
  if (isMade && rotate.data)
    return <ShownSecret secret={rotate.data.secret} until={rotate.data.previousUntil} onClose={onClose} />
  return (
    <FormDialog
      title={<Trans>Новый секрет вебхука</Trans>}
      description={
        <Trans>Адрес {url}. Прежний секрет действует ещё 24 часа: за это время впишите в программу новый.</Trans>
      }
      submitLabel={<Trans>Получить секрет</Trans>}
      mutation={rotate}
      failureTitle={t`Не получилось`}
      onSubmit={() => rotate.mutateAsync({ params: { id } })}
      onDone={() => setMade(true)}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ webhook: { id, url }, onClose }: EndpointProps) {
  const { t } = useLingui()
  const remove = useMutation(callMutation('DELETE /v1/admin/webhook/{id}', { handlesError: true }))
  return (
    <FormDialog
      title={<Trans>Удалить вебхук</Trans>}
      description={<Trans>События на {url} больше не уйдут, журнал доставки удалится вместе с адресом.</Trans>}
      submitLabel={<Trans>Удалить</Trans>}
      tone="danger"
      mutation={remove}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      onSubmit={() => remove.mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  )
}
