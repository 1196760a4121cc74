import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loginReasonForm } from '#contract/forms.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { ReasonField } from '#src/routes/-admin/reason-field.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** Separates a joined account, and says then what could not return. */
export function UndoJoinDialog({ user, onClose }: { user: UserCard; onClose: () => void }) {
  const { t } = useLingui()
  const [isUndone, setUndone] = useState(false)
  const form = useSchemaForm({
    schema: loginReasonForm,
    defaultValues: { reason: '' },
    persistence: useFormPersistence(`undo-join-${user.id}`),
  })
  const undo = useMutation(callMutation('POST /v1/admin/user/{id}/join/undo', { handlesError: true }))
  if (isUndone && undo.data) return <Undone {...undo.data} onClose={onClose} />
  // After the undoing the card has no join any more, and the outcome follows.
  if (undo.isIdle && !canBeSeparated(user)) return null
  return (
    <FormDialog
      title={<Trans>Отменить объединение</Trans>}
      description={
        <Trans>
          К этой учётной записи вернётся то, что перешло и с тех пор не менялось: данные, роли, почта, телефон и вход.
          Новое останется у другой, её сеансы завершатся.
        </Trans>
      }
      submitLabel={<Trans>Разделить</Trans>}
      tone="danger"
      mutation={undo}
      failureTitle={t`Не получилось`}
      form={form}
      onSubmit={({ reason }) => undo.mutateAsync({ params: { id: user.id }, body: { reason } })}
      onDone={() => setUndone(true)}
      onClose={onClose}
    >
      <ReasonField form={form} autoFocus readOnly={undo.isPending} />
    </FormDialog>
  )
}

function canBeSeparated({ id, joins }: UserCard): boolean {
  return joins.some(({ joinedId, undoableUntil }) => joinedId === id && undoableUntil !== null)
}

type UndoneProps = { returned: number; lost: number; lostContacts: ('email' | 'phone')[]; onClose: () => void }

function Undone({ returned, lost, lostContacts, onClose }: UndoneProps) {
  return (
    <Dialog
      title={<Trans>Учётные записи разделены</Trans>}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Готово</Trans>
        </Button>
      }
    >
      <div role="status" className="flex flex-col gap-xs">
        <p>
          <Plural
            value={returned}
            one="Вернулась # запись."
            few="Вернулись # записи."
            many="Вернулось # записей."
            other="Вернулось # записи."
          />
        </p>
        {lost > 0 && (
          <p>
            <Plural
              value={lost}
              one="# запись не вернулась: с тех пор её удалили или передали другому."
              few="# записи не вернулись: с тех пор их удалили или передали другому."
              many="# записей не вернулись: с тех пор их удалили или передали другому."
              other="# записи не вернулись: с тех пор их удалили или передали другому."
            />
          </p>
        )}
        {lostContacts.includes('email') && (
          <p>
            <Trans>Почта не вернулась: теперь она записана у другого человека.</Trans>
          </p>
        )}
        {lostContacts.includes('phone') && (
          <p>
            <Trans>Телефон не вернулся: теперь он записан у другого человека.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  )
}
