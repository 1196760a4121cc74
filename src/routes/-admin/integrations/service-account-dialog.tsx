import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceAccountForm } from '#contract/forms.ts'
import type { ServiceAccountRow } from '#contract/integration/integrations.ts'
import { type ServiceArea, serviceAreas } from '#contract/integration/service-areas.ts'
import { nameLength } from '#contract/limits.ts'
import { serviceAccountsQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { SecretDialog } from '#src/routes/-flow/account/shown-secret.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'
import { areaLabels } from './integration-labels.ts'

type ServiceAccountDialogProps = {
  action: 'account-new' | 'account-secret' | 'account-revoke'
  id: string | undefined
  onClose: () => void
}

/** Makes a service account, gives it another secret, or revokes it. */
export function ServiceAccountDialog({ action, id, onClose }: ServiceAccountDialogProps) {
  const { data } = useQuery(serviceAccountsQuery())
  if (!data) return null
  if (action === 'account-new') return <NewAccountDialog canGrantRoles={data.canGrantRoles} onClose={onClose} />
  const account = data.items.find((one) => one.id === id)
  if (!account) return null
  const Dialog = action === 'account-secret' ? NewSecretDialog : RevokeDialog
  return <Dialog account={account} onClose={onClose} />
}

type Credentials = { clientId: string; clientSecret: string }

function CredentialsDialog({ clientId, clientSecret, onClose }: Credentials & { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <SecretDialog
      title={<Trans>Ключ программы</Trans>}
      description={
        <Trans>Сохраните секрет сейчас: больше он не будет показан. С ним программа действует от своего имени.</Trans>
      }
      values={[
        { key: 'id', label: t`Идентификатор (client_id)`, value: clientId },
        { key: 'secret', label: t`Секрет (client_secret)`, value: clientSecret },
      ]}
      onClose={onClose}
    />
  )
}

function NewAccountDialog({ canGrantRoles, onClose }: { canGrantRoles: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const [isMade, setMade] = useState(false)
  const form = useSchemaForm({
    schema: serviceAccountForm,
    defaultValues: { name: '', source: '', expiresOn: '', scopes: '' },
    persistence: useFormPersistence('service-account'),
  })
  const create = useMutation(callMutation('POST /v1/admin/service-account', { handlesError: true }))
  if (isMade && create.data) return <CredentialsDialog {...create.data} onClose={onClose} />
  const errors: Record<string, string> = {
    required: t`Назовите программу.`,
    'wrong-format': t`Подойдут латинские буквы, цифры, точка и дефис.`,
    'too-long': t`Не длиннее ${nameLength} символов.`,
    taken: t`Это имя уже занято.`,
    past: t`Этот день прошёл.`,
  }
  const errorOf = (name: 'name' | 'source' | 'expiresOn') => {
    const code = form.errorOf(name)
    return code && (errors[code] ?? t`Проверьте значение.`)
  }
  return (
    <FormDialog
      title={<Trans>Новый доступ</Trans>}
      description={<Trans>Дайте программе только те права, которые ей нужны.</Trans>}
      submitLabel={<Trans>Создать</Trans>}
      mutation={create}
      failureTitle={t`Не получилось`}
      form={form}
      onSubmit={({ name, source, expiresOn, scopes }) => {
        const own = source === '' ? {} : { source }
        return create.mutateAsync({ body: { name, ...own, scopes: scopes.split(' '), expiresOn: expiresOn || null } })
      }}
      onDone={() => setMade(true)}
      onClose={onClose}
    >
      <Field label={t`Название программы`} error={errorOf('name')}>
        <TextInput
          {...form.register('name')}
          autoFocus
          required
          autoComplete="off"
          placeholder="crm"
          readOnly={create.isPending}
        />
      </Field>
      <ScopeChoice
        canGrantRoles={canGrantRoles}
        scopes={form.valueOf('scopes').split(' ').filter(Boolean)}
        onChange={(scopes) => form.change('scopes', scopes.join(' '))}
        error={form.errorOf('scopes') && t`Отметьте хотя бы одно право.`}
      />
      <Field
        label={t`Действует до`}
        mark={t`необязательно`}
        hint={t`В этот день доступ ещё работает.`}
        error={errorOf('expiresOn')}
      >
        <TextInput {...form.register('expiresOn')} type="date" readOnly={create.isPending} />
      </Field>
      <Field
        label={t`Код системы`}
        mark={t`необязательно`}
        hint={t`Чьими идентификаторами пользуется программа: как source.systemCode в файлах загрузки. Обычно совпадает с названием.`}
        error={errorOf('source')}
      >
        <TextInput {...form.register('source')} autoComplete="off" readOnly={create.isPending} />
      </Field>
    </FormDialog>
  )
}

type ScopeChoiceProps = {
  canGrantRoles: boolean
  scopes: readonly string[]
  onChange: (scopes: string[]) => void
  error: string | null
}

/** Areas with reading and writing. */
function ScopeChoice({ canGrantRoles, scopes, onChange, error }: ScopeChoiceProps) {
  const { t, i18n } = useLingui()
  const areas = canGrantRoles ? serviceAreas : serviceAreas.filter((area) => area !== 'roles')
  const box = (area: ServiceArea, right: 'read' | 'write', label: string) => {
    const scope = `${area}:${right}`
    const isChosen = scopes.includes(scope)
    return (
      <Checkbox
        checked={isChosen}
        aria-label={`${i18n._(areaLabels[area])}: ${label}`}
        aria-invalid={error !== null || undefined}
        onChange={() => onChange(isChosen ? scopes.filter((one) => one !== scope) : [...scopes, scope])}
      >
        {label}
      </Checkbox>
    )
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-xs text-sm font-medium">
        <Trans>Права</Trans>
      </legend>
      <ul className="divide-y divide-line-soft rounded-lg border border-line">
        {areas.map((area) => (
          <li
            key={area}
            className="flex justify-between gap-x-base gap-y-xs px-sm py-xs max-md:flex-col md:items-center"
          >
            <span className="min-w-0">{i18n._(areaLabels[area])}</span>
            <span className="flex gap-base">
              {box(area, 'read', t`чтение`)}
              {box(area, 'write', t`запись`)}
            </span>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="mt-xxs text-sm text-ink-error empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}

type AccountProps = { account: ServiceAccountRow; onClose: () => void }

function NewSecretDialog({ account: { id, name }, onClose }: AccountProps) {
  const { t } = useLingui()
  const [isMade, setMade] = useState(false)
  const renew = useMutation(callMutation('POST /v1/admin/service-account/{id}/secret', { handlesError: true }))
  if (isMade && renew.data) return <CredentialsDialog {...renew.data} onClose={onClose} />
  return (
    <FormDialog
      title={t`Новый секрет: ${name}`}
      description={
        <Trans>
          Прежний секрет перестанет работать сразу: программа не сможет войти, пока вы не впишете в неё новый.
        </Trans>
      }
      submitLabel={<Trans>Получить секрет</Trans>}
      tone="danger"
      mutation={renew}
      failureTitle={t`Не получилось`}
      onSubmit={() => renew.mutateAsync({ params: { id } })}
      onDone={() => setMade(true)}
      onClose={onClose}
    />
  )
}

function RevokeDialog({ account: { id, name }, onClose }: AccountProps) {
  const { t } = useLingui()
  const revoke = useMutation(callMutation('DELETE /v1/admin/service-account/{id}', { handlesError: true }))
  return (
    <FormDialog
      title={t`Отозвать доступ: ${name}`}
      description={
        <Trans>Программа потеряет доступ сразу и навсегда. Вернуть его нельзя, можно только создать новый.</Trans>
      }
      submitLabel={<Trans>Отозвать доступ</Trans>}
      tone="danger"
      mutation={revoke}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      onSubmit={() => revoke.mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  )
}
