import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useId } from 'react'
import type { PairingObstacle } from '#contract/enumerations.ts'
import { pairingCodeForm } from '#contract/forms.ts'
import { guardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import { providePairing } from '#src/actors/pairing.actors.ts'
import { guardianRightLabels } from '#src/i18n/person-labels.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import type { PairingOffer } from '#src/machines/pairing.ts'
import { CodeErrorMessage, CodeUnavailable } from '#src/routes/-flow/account/one-time-code/code-form.tsx'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useUnsavedChangesGuard } from '#src/routes/-flow/forms/unsaved-changes.tsx'
import { useFormPersistence, useSchemaForm } from '#src/routes/-flow/forms/use-schema-form.ts'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, Form } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

/** Uses a pairing code: asks for it, shows whose it is and which rights it gives, then links. */
export function PairingDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { pairing } = provideLazily(providePairing)
  const form = useSchemaForm({
    schema: pairingCodeForm,
    defaultValues: { code: '' },
    persistence: useFormPersistence('pairing'),
  })
  const close = () => {
    form.forget()
    onClose()
  }
  const [state, send] = useDiagnosedMachine(pairing.provide({ actions: { close } }))
  const formId = useId()
  const { refusal, offer, obstacle } = state.context
  const isEntering = state.matches('entering') || (state.matches('looking') && offer === null)
  const isLocked = state.matches('locked')
  const guard = useUnsavedChangesGuard({
    hasChanges: () => state.matches('entering') && form.hasChanges(),
    onDiscard: form.forget,
  })
  const cancel = () => guard.close(() => send({ type: 'code.cancel' }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit(({ code }) => {
      send({ type: 'code.submit', code })
      return undefined
    })
  }
  return (
    <Dialog
      onClose={cancel}
      title={<Trans>Код от школы или родителя</Trans>}
      description={
        isEntering && <Trans>Введите код, который вам дали. Сначала мы покажем, чей он и что по нему откроется.</Trans>
      }
      footer={
        <>
          <Button onClick={cancel}>{isLocked ? t`Понятно` : t`Отменить`}</Button>
          {!isEntering && !isLocked && (
            <Button
              variant={offer ? 'secondary' : 'primary'}
              disabled={state.hasTag('busy')}
              onClick={() => send({ type: 'code.edit' })}
            >
              <Trans>Ввести другой код</Trans>
            </Button>
          )}
          {isEntering && (
            <Button variant="primary" type="submit" form={formId} busy={state.hasTag('busy')}>
              <Trans>Продолжить</Trans>
            </Button>
          )}
          {offer && (
            <Button variant="primary" busy={state.hasTag('busy')} onClick={() => send({ type: 'pairing.confirm' })}>
              {offer.kind === 'guardian' ? <Trans>Добавить ребёнка</Trans> : <Trans>Это мой кабинет</Trans>}
            </Button>
          )}
        </>
      }
    >
      {isLocked && refusal && <CodeUnavailable refusal={refusal} />}
      {isEntering && (
        <Form id={formId} onSubmit={submit}>
          <Field
            label={t`Код, который вам дали`}
            hint={t`6 букв и цифр, можно с дефисом`}
            error={form.errorOf('code') ? t`В коде 6 букв и цифр. Проверьте, всё ли набрано.` : codeError(refusal)}
          >
            <TextInput
              {...form.register('code')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              readOnly={state.hasTag('busy')}
            />
          </Field>
        </Form>
      )}
      {offer && <Offered offer={offer} refusal={refusal} />}
      {state.matches('refused') && obstacle && (
        <Notice tone="error" role="status" title={<Trans>Код вам не подходит</Trans>}>
          {i18n._(obstacleTexts[obstacle])}
        </Notice>
      )}
      {guard.question}
    </Dialog>
  )
}

function codeError(refusal: CodeError | null) {
  return refusal && <CodeErrorMessage refusal={refusal} />
}

/** Whose code it is, from whom, and what it gives. */
function Offered({ offer, refusal }: { offer: PairingOffer; refusal: CodeError | null }) {
  const { i18n } = useLingui()
  const { kind, preset, child, madeBy, isBySchool } = offer
  const name = displayName(child)
  const rights = preset === null ? [] : guardianRights.filter((right) => rightsOfPreset[preset][right])
  return (
    <div className="flex flex-col gap-base" role="status">
      <div>
        <p className="text-lg font-medium wrap-anywhere">{name}</p>
        <p className="text-ink-muted">
          {isBySchool ? <Trans>Код дала школа</Trans> : <Trans>Код создал родитель: {madeBy}</Trans>}
        </p>
      </div>
      {kind === 'guardian' ? (
        <div>
          <p>
            <Trans>Что вам откроется:</Trans>
          </p>
          <ul className="list-disc pl-lg">
            {rights.map((right) => (
              <li key={right}>{i18n._(guardianRightLabels[right])}</li>
            ))}
          </ul>
          <p className="mt-xs text-ink-muted">
            <Trans>Другие родители ребёнка узнают, что вас добавили. Права может изменить школа.</Trans>
          </p>
        </div>
      ) : (
        <p>
          <Trans>
            Это код для кабинета самого ученика. Подтверждайте, только если это вы: ваш вход будет вести к расписанию,
            оценкам и договорам этого ученика. Родители узнают об этом.
          </Trans>
        </p>
      )}
      {refusal && (
        <Notice tone="error" role="alert" title={<Trans>Не получилось</Trans>}>
          <CodeErrorMessage refusal={refusal} />
        </Notice>
      )}
    </div>
  )
}

const obstacleTexts: Record<PairingObstacle, MessageDescriptor> = {
  used: msg`Этот код уже использован, а действует он один раз. Попросите новый у того, кто вам его дал.`,
  expired: msg`Срок кода прошёл: он действует 7 дней. Попросите новый у того, кто вам его дал.`,
  revoked: msg`Этот код отозван. Спросите о нём того, кто вам его дал.`,
  'already-guardian': msg`Этот ребёнок уже есть в вашем кабинете. Если чего-то не видно, обратитесь в школу.`,
  'own-family': msg`Этот код для другого взрослого: вы связаны с этим учеником иначе. Если это ошибка, обратитесь в школу.`,
  minor: msg`Этот код для взрослого, а по данным школы вам нет 18 лет. Если это ошибка, обратитесь в школу.`,
  'has-account': msg`У этого ученика уже есть свой кабинет. Если войти в него не получается, обратитесь в школу.`,
  'other-roles': msg`Этот код для кабинета самого ученика, а у вашей учётной записи есть другая роль. Выйдите и войдите так, как входит ученик.`,
  'school-only': msg`Связать вашу учётную запись с этим учеником может только школа: обратитесь к ней.`,
}
