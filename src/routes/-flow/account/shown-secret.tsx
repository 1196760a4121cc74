import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useCopy } from '#src/routes/-flow/use-copy.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextInput } from '#src/ui/forms/inputs.tsx'

type SecretDialogProps = {
  title: ReactNode
  /** How it is used. */
  description: ReactNode
  /** Values to copy by their names. */
  values: readonly { key: string; label: string; value: string }[]
  /** The label of the button that closes it. */
  done?: ReactNode
  onClose: () => void
}

/** Shows a secret that the server has given once. */
export function SecretDialog({ title, description, values, done, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {done ?? <Trans>Секрет сохранён</Trans>}
        </Button>
      }
    >
      <div className="flex flex-col gap-base">
        {values.map(({ key, label, value }) => (
          <SecretValue key={key} label={label} value={value} />
        ))}
      </div>
    </Dialog>
  )
}

function SecretValue({ label, value }: { label: string; value: string }) {
  const { source, isCopied, copy } = useCopy<HTMLInputElement>()
  return (
    <div className="flex items-end gap-xs">
      <div className="min-w-0 flex-1">
        <Field label={label}>
          <TextInput ref={source} readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
        </Field>
      </div>
      <Button onClick={() => copy(value)}>
        <span aria-live="polite">{isCopied ? <Trans>Скопировано</Trans> : <Trans>Скопировать</Trans>}</span>
      </Button>
    </div>
  )
}
