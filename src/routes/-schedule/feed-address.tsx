import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

/** The address, which is told this once, and how each calendar takes it. */
export function FeedAddress({ url, onDone }: { url: string; onDone: () => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    // Where the clipboard is not to be had, the address stands marked, ready to be copied by hand.
    input.current?.select()
    void navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div className="flex flex-col gap-lg">
      <Field
        label={t`Адрес календаря`}
        hint={t`Скопируйте его сейчас: больше он не будет показан. Кто знает адрес, видит расписание.`}
      >
        <TextInput ref={input} readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap gap-xs">
        <Button variant="primary" onClick={copy}>
          <span aria-live="polite">{isCopied ? <Trans>Скопировано</Trans> : <Trans>Скопировать адрес</Trans>}</span>
        </Button>
        <LinkButton href={url.replace(/^https?:/, 'webcal:')}>
          <Trans>Открыть на этом устройстве</Trans>
        </LinkButton>
      </div>
      <dl className="flex flex-col gap-sm">
        <How name={t`Google Календарь`}>
          <Trans>На компьютере: «Другие календари» → «+» → «Добавить по URL». Обновляется раз в несколько часов.</Trans>
        </How>
        <How name={t`Календарь Apple`}>
          <Trans>
            На iPhone: «Календари» → «Добавить календарь» → «Добавить подписной календарь». На Mac: «Файл» → «Новая
            подписка на календарь».
          </Trans>
        </How>
        <How name={t`Яндекс Календарь`}>
          <Trans>На компьютере: «Новый календарь» → «Подписка», вставьте адрес в поле для ссылки.</Trans>
        </How>
      </dl>
      <div className="flex justify-end">
        <Button onClick={onDone}>
          <Trans>Готово</Trans>
        </Button>
      </div>
    </div>
  )
}

function How({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="text-sm text-ink-muted">{children}</dd>
    </div>
  )
}
