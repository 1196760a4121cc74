import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { loginReasonForm, roleChangeForm } from '#contract/forms.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { fullName } from '#contract/people/names.ts'
import type { Role } from '#contract/roles.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { ReasonField } from './reason-field.tsx'

type DialogProps = { user: UserCard; onClose: () => void }
export type AccountControlAction = keyof typeof dialogs

/** The dialog of one action on the account of a user. */
export function AccountControlDialog({ action, ...props }: DialogProps & { action: AccountControlAction }) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}

const reasoned = {
  lock: {
    call: callMutation('POST /v1/admin/user/{id}/lock', { handlesError: true }),
    title: msg`Закрыть вход`,
    description: msg`Пользователь выйдет на всех устройствах и не сможет войти, пока вы не откроете вход.`,
    tone: 'danger',
  },
  unlock: {
    call: callMutation('POST /v1/admin/user/{id}/unlock', { handlesError: true }),
    title: msg`Открыть вход`,
    description: msg`Пользователь снова сможет войти со своим паролем.`,
    tone: 'primary',
  },
  'end-sessions': {
    call: callMutation('POST /v1/admin/user/{id}/end-sessions', { handlesError: true }),
    title: msg`Завершить сеансы`,
    description: msg`Пользователь выйдет на всех устройствах и сможет войти снова.`,
    tone: 'danger',
  },
} as const

function ReasonDialog({ user, onClose, kind }: DialogProps & { kind: keyof typeof reasoned }) {
  const { t, i18n } = useLingui()
  const { call, title, description, tone } = reasoned[kind]
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`${kind}-${user.id}`),
  })
  const change = useMutation(call)
  return (
    <FormDialog
      title={`${i18n._(title)}: ${fullName(user)}`}
      description={i18n._(description)}
      submitLabel={i18n._(title)}
      tone={tone}
      mutation={change}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      form={form}
      onSubmit={({ reason }) => change.mutateAsync({ params: { id: user.id }, body: { reason } })}
      onClose={onClose}
    >
      <ReasonField form={form} autoFocus readOnly={change.isPending} />
    </FormDialog>
  )
}

function RoleDialog({ user, onClose }: DialogProps) {
  const { t, i18n } = useLingui()
  const { givable, takeable } = user.control
  const form = useSchemaForm({
    schema: roleChangeForm,
    defaultValues: { role: '', reason: '' },
    persistence: useFormPersistence(`role-${user.id}`),
  })
  const change = useMutation(callMutation('POST /v1/admin/user/{id}/role', { handlesError: true }))
  const options = (kind: 'give' | 'take', some: readonly string[], label: string) =>
    some.length > 0 && (
      <optgroup label={label}>
        {some.map((role) => (
          <option key={role} value={`${kind}:${role}`}>
            {i18n._(labelOf(roleLabels, role))}
          </option>
        ))}
      </optgroup>
    )
  return (
    <FormDialog
      title={t`Роли: ${fullName(user)}`}
      description={t`Снять можно роль, которую дала школа. Роли из сервиса входа и из загрузки меняются там.`}
      submitLabel={<Trans>Сохранить</Trans>}
      mutation={change}
      failureTitle={t`Не получилось`}
      success="accountChanged"
      form={form}
      onSubmit={({ role: chosen, reason }) => {
        const [kind, role] = chosen.split(':')
        const body = { role: role as Role, change: kind as 'give' | 'take', reason }
        return change.mutateAsync({ params: { id: user.id }, body })
      }}
      onClose={onClose}
    >
      <Field label={t`Роль`} error={form.errorOf('role') && t`Выберите роль.`}>
        <Select {...form.register('role')} required autoFocus disabled={change.isPending}>
          <option value="">{t`Не выбрана`}</option>
          {options('give', givable, t`Выдать`)}
          {options('take', takeable, t`Снять`)}
        </Select>
      </Field>
      <ReasonField form={form} readOnly={change.isPending} />
    </FormDialog>
  )
}

function InviteDialog({ user, onClose }: DialogProps) {
  const { t } = useLingui()
  const invite = useMutation(callMutation('POST /v1/admin/user/{id}/invitation', { handlesError: true }))
  const to = user.email ?? user.phone
  return (
    <ConfirmDialog
      title={t`Пригласить: ${fullName(user)}`}
      description={t`На ${to} уйдёт ссылка, по которой задают пароль. Она действует 72 часа и один раз, прежние ссылки перестанут работать.`}
      submitLabel={<Trans>Отправить</Trans>}
      change={invite}
      onSubmit={() => invite.mutateAsync({ params: { id: user.id } })}
      onClose={onClose}
    />
  )
}

function WithdrawInvitationDialog({ user, onClose }: DialogProps) {
  const { t } = useLingui()
  const withdraw = useMutation(callMutation('DELETE /v1/admin/user/{id}/invitation', { handlesError: true }))
  return (
    <ConfirmDialog
      title={t`Отозвать приглашение: ${fullName(user)}`}
      description={t`Ссылка из сообщения перестанет работать. Пригласить можно снова.`}
      submitLabel={<Trans>Отозвать</Trans>}
      change={withdraw}
      onSubmit={() => withdraw.mutateAsync({ params: { id: user.id } })}
      onClose={onClose}
    />
  )
}

type ConfirmDialogProps = {
  title: string
  description: string
  submitLabel: ReactNode
  change: { isPending: boolean; error: Error | null }
  onSubmit: () => Promise<unknown>
  onClose: () => void
}

function ConfirmDialog({ change, ...props }: ConfirmDialogProps) {
  const { t } = useLingui()
  return <FormDialog {...props} mutation={change} failureTitle={t`Не получилось`} success="accountChanged" />
}

const dialogs = {
  lock: (props: DialogProps) => <ReasonDialog {...props} kind="lock" />,
  unlock: (props: DialogProps) => <ReasonDialog {...props} kind="unlock" />,
  'end-sessions': (props: DialogProps) => <ReasonDialog {...props} kind="end-sessions" />,
  role: RoleDialog,
  invite: InviteDialog,
  'withdraw-invitation': WithdrawInvitationDialog,
}
